import { expect, test } from 'vitest';
import { savingPercent } from './prices.ts';

test.each([
  [80, 100, 20],
  [66.67, 100, 33],
  [99.99, 100, 0],
  [0.07, 0.1, 30],
  [0.29, 0.58, 50],
  [100, 100, 0],
  [100, 80, 0],
  [80, null, 0],
])('a price of %s instead of %s saves %s %%', (price, prior, percent) => {
  expect(savingPercent(price, prior)).toBe(percent);
});
