import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const stored = new Map<string, string>();

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

afterEach(() => {
  stored.clear();
  vi.unstubAllGlobals();
});

test.each([
  [null, 'EUR', '€'],
  ['USD', 'USD', '$'],
  ['RSD', 'RSD', 'дин'],
  ['GBP', 'EUR', '€'],
  ['usd', 'EUR', '€'],
  ['', 'EUR', '€'],
  ['toString', 'EUR', '€'],
])('a browser that has stored %j shows %s', async (code, shown, symbol) => {
  if (code !== null) stored.set('currency', code);
  const { currency } = await import('./currency.ts');
  expect(currency).toEqual({ code: shown, symbol });
});

test('a choice changes code and symbol, and its code is stored', async () => {
  const { currency, setCurrency } = await import('./currency.ts');
  setCurrency('RSD');
  expect(currency).toEqual({ code: 'RSD', symbol: 'дин' });
  expect(stored.get('currency')).toBe('RSD');
});
