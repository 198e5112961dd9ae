import { expect, test } from 'vitest';
import { pageNumbers } from './pageNumbers.ts';

test('lists all pages if there are few, else those around the current one', () => {
  expect(pageNumbers(1, 1)).toEqual([1]);
  expect(pageNumbers(2, 4)).toEqual([1, 2, 3, 4]);
  expect(pageNumbers(1, 8)).toEqual([1, 2, 'gap', 8]);
  expect(pageNumbers(4, 8)).toEqual([1, 2, 3, 4, 5, 'gap', 8]);
  expect(pageNumbers(5, 9)).toEqual([1, 'gap', 4, 5, 6, 'gap', 9]);
  expect(pageNumbers(8, 8)).toEqual([1, 'gap', 7, 8]);
});
