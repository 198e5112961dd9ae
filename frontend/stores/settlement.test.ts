import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { claimPayment } from './settlement.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

afterEach(() => {
  stored.clear();
  vi.unstubAllGlobals();
});

test('each payment is dealt with once, also when an older one is opened again after a newer', () => {
  expect(['pi_old', 'pi_new', 'pi_old', 'pi_new'].map(claimPayment)).toEqual([true, true, false, false]);
});

test('what others wrote in the place of the handled payments does not stand in the way', () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  for (const garbage of ['{', 'null', '{"pi_1":true}', '"pi_1"']) {
    stored.set('handledPayments', garbage);
    expect(claimPayment('pi_1')).toBe(true);
    expect(claimPayment('pi_1')).toBe(false);
  }
});

test('the list of handled payments does not grow without end', () => {
  for (let payment = 0; payment < 200; payment += 1) claimPayment(`pi_${payment}`);
  expect(JSON.parse(stored.get('handledPayments') ?? '')).toHaveLength(50);
  expect(claimPayment('pi_199')).toBe(false);
});
