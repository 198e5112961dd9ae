import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  vi.unstubAllGlobals();
});

const open = (search: string, pathname = '/') => vi.stubGlobal('location', { pathname, search });

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

test('an address sets the currency for the visit, and leaves the stored choice', async () => {
  localStorage.setItem('currency', 'RSD');
  open('?currency=USD');
  expect((await import('./currency.ts')).currency).toEqual({ code: 'USD', symbol: '$' });
  vi.resetModules();
  open('');
  const { currency, renderedCurrency, setCurrency } = await import('./currency.ts');
  expect(currency.code).toBe('USD');
  expect(renderedCurrency).toBe('EUR');
  expect(localStorage.getItem('currency')).toBe('RSD');

  setCurrency('EUR');
  vi.resetModules();
  expect((await import('./currency.ts')).currency.code).toBe('EUR');
});

test.each(['?currency=GBP', '?currency=usd', '?currency=', '?currency', '?x=USD'])('%s is ignored', async (search) => {
  localStorage.setItem('currency', 'RSD');
  open(search);
  const { currency, renderedCurrency } = await import('./currency.ts');
  expect([currency.code, renderedCurrency]).toEqual(['RSD', 'EUR']);
});

test('the currency of the statistics does not change that of the shop', async () => {
  open('?currency=USD', '/dashboard');
  expect((await import('./currency.ts')).currency.code).toBe('EUR');
  expect(sessionStorage.getItem('currency')).toBe(null);
});

test('an address sets the currency also where the browser blocks storage', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  open('?currency=USD');
  expect((await import('./currency.ts')).currency.code).toBe('USD');
});
