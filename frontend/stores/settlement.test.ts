import { afterEach, expect, test, vi } from 'vitest';
import { claimPayment } from './settlement.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('handles each payment once, even if an older one is reopened after a newer one', () => {
  expect(['pi_old', 'pi_new', 'pi_old', 'pi_new'].map(claimPayment)).toEqual([true, true, false, false]);
});

test('ignores invalid data in storage', () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  for (const garbage of ['{', 'null', '{"pi_1":true}', '"pi_1"']) {
    localStorage.setItem('handledPayments', garbage);
    expect(claimPayment('pi_1')).toBe(true);
    expect(claimPayment('pi_1')).toBe(false);
  }
});

test('limits the list of handled payments', () => {
  for (let payment = 0; payment < 200; payment += 1) claimPayment(`pi_${payment}`);
  expect(JSON.parse(localStorage.getItem('handledPayments') ?? '')).toHaveLength(50);
  expect(claimPayment('pi_199')).toBe(false);
});
