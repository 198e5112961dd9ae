import { describe, expect, test } from 'vitest';
import { noFilter } from './filter.ts';
import { editedField, filterQuery, readFilter } from './filterAddress.ts';

describe('the query of a filter', () => {
  test.each([
    ['', noFilter],
    ['?search=usb', { ...noFilter, search: 'usb' }],
    ['?search=usb&price=100&sort=asc&page=3', { search: 'usb', minPrice: 100, sort: 'asc' as const, page: 3 }],
    ['?search=+a%2Bb%26%23%3F%22%3C+', { ...noFilter, search: ' a+b&#?"< ' }],
    ['?search=%F0%9F%8E%A7', { ...noFilter, search: '🎧' }],
    ['?price=49.5', { ...noFilter, minPrice: 49.5 }],
  ])('%j survives a round trip', (query, filter) => {
    expect(readFilter(query)).toEqual(filter);
    expect(filterQuery(filter)).toBe(query);
  });

  test.each(['?page=0', '?page=-1', '?page=1.5', '?page=x', '?page=1e400', '?price=-1', '?price=x', '?price=1e9'])(
    'with %s shows everything',
    (query) => {
      expect(readFilter(query)).toEqual(noFilter);
    },
  );

  test('ignores unknown sorts and parameters', () => {
    expect(readFilter('?sort=constructor&toString=1&utm_source=x')).toEqual(noFilter);
  });
});

describe('the change between two filters', () => {
  const page3 = { ...noFilter, search: 'usb', page: 3 };

  test('is typing or sliding if only that and the page differ', () => {
    expect(editedField(noFilter, { ...noFilter, search: 'u' })).toBe('search');
    expect(editedField(page3, { ...page3, search: 'usb-c', page: 1 })).toBe('search');
    expect(editedField(page3, { ...page3, minPrice: 5, page: 1 })).toBe('minPrice');
  });

  test('is neither for a new page, a new sort, or several changes at once', () => {
    expect(editedField(page3, { ...page3, page: 4 })).toBeNull();
    expect(editedField(page3, { ...page3, sort: 'asc', page: 1 })).toBeNull();
    expect(editedField({ ...page3, minPrice: 5 }, noFilter)).toBeNull();
  });
});
