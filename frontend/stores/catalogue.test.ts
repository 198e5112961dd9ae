import { beforeEach, expect, test } from 'vitest';
import { catalogue, clearFilter, setMinPrice, setPage, setSearch, setSort } from './catalogue.ts';

beforeEach(clearFilter);

test.each([
  ['search', () => setSearch('usb')],
  ['lowest price', () => setMinPrice(100)],
  ['order', () => setSort('desc')],
])('a new %s begins at the first page', (_what, change) => {
  setPage(4);
  change();
  expect(catalogue.page).toBe(1);
});

test('turning the page keeps the filter, and clearing it forgets both', () => {
  setSearch('usb');
  setSort('asc');
  setPage(2);
  expect(catalogue).toMatchObject({ search: 'usb', sort: 'asc', page: 2 });
  clearFilter();
  expect(catalogue).toMatchObject({ search: '', minPrice: 0, sort: 'default', page: 1 });
});
