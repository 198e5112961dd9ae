import { describe, expect, it } from 'vitest';
import { counted, formatNumber } from './numbers.ts';

describe('formatNumber', () => {
  it.each([
    [0, 0, '0'],
    [999, 0, '999'],
    [1000, 0, '1,000'],
    [16_302, 0, '16,302'],
    [1_234_567, 0, '1,234,567'],
    [1234.5, 2, '1,234.50'],
    [-1234, 0, '-1,234'],
    [4.85, 1, '4.8'],
  ] as const)('writes %d with %d decimals as %s', (value, decimals, text) => {
    expect(formatNumber(value, decimals)).toBe(text);
  });
});

describe('counted', () => {
  const category = { one: 'category', other: 'categories' };

  it.each([
    [0, '0 categories'],
    [1, '1 category'],
    [2, '2 categories'],
    [1000, '1,000 categories'],
  ])('uses the right form of the noun for %d', (count, text) => {
    expect(counted(count, category)).toBe(text);
  });
});
