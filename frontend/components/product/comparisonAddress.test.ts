import { expect, test } from 'vitest';
import { comparisonAddress, readComparisonAddress } from './comparisonAddress.ts';

test.each([
  ['/compare', { ids: [], onlyDifferences: false }],
  ['/compare?ids=a,b', { ids: ['a', 'b'], onlyDifferences: false }],
  ['/compare?ids=a,b&differences=only', { ids: ['a', 'b'], onlyDifferences: true }],
])('%s is read and written', (url, address) => {
  expect(comparisonAddress(address)).toBe(url);
  expect(readComparisonAddress(new URL(url, 'http://localhost').search)).toEqual(address);
});

test('keeps each id once, and at most four', () => {
  expect(readComparisonAddress('?ids=a,,b,a,c,d,e').ids).toEqual(['a', 'b', 'c', 'd']);
  expect(readComparisonAddress('?ids=&differences=yes')).toEqual({ ids: [], onlyDifferences: false });
});
