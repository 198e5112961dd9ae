import { expect, test } from 'vitest';
import { readReviewAddress, reviewQuery } from './reviewAddress.ts';

test.each([
  ['', { sort: 'newest', page: 1 }],
  ['?sort=best', { sort: 'best', page: 1 }],
  ['?page=3', { sort: 'newest', page: 3 }],
  ['?sort=best&page=2', { sort: 'best', page: 2 }],
] as const)('the query "%s" is read and written', (query, address) => {
  expect(readReviewAddress(query)).toEqual(address);
  expect(reviewQuery(address)).toBe(query);
});

test.each(['?sort=worst&page=0', '?sort=&page=-1', '?page=1.5', '?page=1e99', '?page=x'])(
  'falls back to the defaults for %s',
  (query) => {
    expect(readReviewAddress(query)).toEqual({ sort: 'newest', page: 1 });
  },
);
