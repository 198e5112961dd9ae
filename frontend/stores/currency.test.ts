import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
});

test.each([
  [null, 'EUR', '€'],
  ['USD', 'USD', '$'],
  ['RSD', 'RSD', 'дин'],
  ['GBP', 'EUR', '€'],
  ['usd', 'EUR', '€'],
  ['', 'EUR', '€'],
  ['toString', 'EUR', '€'],
])('a stored currency of %j shows %s', async (code, shown, symbol) => {
  if (code !== null) localStorage.setItem('currency', code);
  const { currency } = await import('./currency.ts');
  expect(currency).toEqual({ code: shown, symbol });
});

test('choosing a currency changes code and symbol, and stores the code', async () => {
  const { currency, setCurrency } = await import('./currency.ts');
  setCurrency('RSD');
  expect(currency).toEqual({ code: 'RSD', symbol: 'дин' });
  expect(localStorage.getItem('currency')).toBe('RSD');
});
