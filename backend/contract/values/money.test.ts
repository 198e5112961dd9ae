import { expect, test } from 'vitest';
import {
  convertCents,
  currencyCodes,
  decimalAmount,
  formatAmount,
  formatLineTotal,
  formatMinorUnits,
  formatPrice,
  fromEuro,
  toCents,
  toEuro,
  toMajorUnits,
  toMinorUnits,
  totalInMinorUnits,
} from './money.ts';

test('a total is converted once, not line by line', () => {
  const lines = [
    { unitPriceCents: 50, count: 1 },
    { unitPriceCents: 50, count: 1 },
  ];
  expect(convertCents(50, 'USD')).toBe(55);
  expect(totalInMinorUnits(lines, 'USD')).toBe(109);
});

test('halves round up', () => {
  expect(convertCents(50, 'USD')).toBe(55);
  expect(convertCents(150, 'USD')).toBe(164);
});

test('a line is converted as a whole, not per unit', () => {
  expect(formatLineTotal(50, 2, 'USD')).toBe('$1.09');
  expect(formatLineTotal(50, 2, 'RSD')).toBe('117.00дин');
});

test('every price with two decimals converts to cents exactly', () => {
  for (let cents = 0; cents <= 1_000_000; cents += 7) expect(toCents(cents / 100)).toBe(cents);
  expect(toCents(1.005)).toBe(100);
});

test('the largest possible cart stays an exact integer', () => {
  const total = totalInMinorUnits([{ unitPriceCents: 100_000_000, count: 50 }], 'RSD');
  expect(total).toBe(585_000_000_000);
});

test('each currency has its symbol on its usual side', () => {
  expect(formatPrice(1234.5, 'EUR')).toBe('1,234.50€');
  expect(formatPrice(1234.5, 'USD', 0)).toBe('$1,346');
  expect(formatPrice(10, 'RSD', 0)).toBe('1,170дин');
});

test.each([0, 2] as const)('amounts of every size are formatted as en-US with %i decimals', (decimals) => {
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  for (let minorUnits = 0; minorUnits <= 585_000_000_000; minorUnits += 1 + Math.floor(minorUnits / 50)) {
    const expected = (minorUnits / 100).toLocaleString('en-US', options);
    expect(formatMinorUnits(minorUnits, 'EUR', decimals)).toBe(`${expected}€`);
  }
});

test('an amount of any currency converts to minor units and back exactly', () => {
  for (let minorUnits = 0; minorUnits <= 585_000_000_000; minorUnits += 1 + Math.floor(minorUnits / 50)) {
    expect(toMinorUnits(toMajorUnits(minorUnits))).toBe(minorUnits);
  }
});

test('an amount is formatted in its own currency without conversion', () => {
  expect(formatAmount(1345.61, 'USD')).toBe('$1,345.61');
  expect(formatAmount(117, 'RSD', 0)).toBe('117дин');
});

test('an amount for machines has two decimals and nothing else', () => {
  expect([0, 5, 1990, 123_456_789].map(decimalAmount)).toEqual(['0.00', '0.05', '19.90', '1234567.89']);
});

test('a price without decimals is rounded once, from the exact value', () => {
  expect(formatPrice(2.29, 'USD', 0)).toBe('$2');
  expect(formatPrice(2.3, 'USD', 0)).toBe('$3');
  expect(formatPrice(0.5, 'EUR', 0)).toBe('1€');
});

test('an amount that a shopper filters by survives the conversion to EUR', () => {
  for (const currency of currencyCodes) {
    for (const amount of [0, 0.01, 1, 19.99, 5000, 999_999.99]) {
      expect(fromEuro(toEuro(amount, currency), currency)).toBe(amount);
    }
  }
  expect(toEuro(49.5, 'EUR')).toBe(49.5);
});
