import { describe, expect, it } from 'vitest';
import { readTableAddress, tableAddress, tablePages } from './tableAddress.ts';

const options = {
  columns: ['title', 'added'] as const,
  sort: 'added' as const,
  direction: 'desc' as const,
  filters: ['status'],
};
const begin = { search: '', sort: 'added', direction: 'desc', page: 1, pageSize: 25, filters: {} };

describe('the address of a table', () => {
  it.each([
    '',
    '?search=a+%26+b%25',
    '?sort=title&direction=asc',
    '?sort=added&direction=asc',
    '?status=active&search=x&sort=title&direction=desc&page=3&pageSize=50',
  ])('"%s" comes back as it is', (query) => {
    expect(tableAddress(readTableAddress(query, options), options)).toBe(query);
  });

  it('ignores invalid values and unknown filters', () => {
    const query = '?sort=price&direction=up&page=-1&pageSize=7&other=x&status=';
    expect(readTableAddress(query, options)).toEqual(begin);
    expect(readTableAddress('?page=1e9', options)).toEqual(begin);
  });

  it('sorts a column upwards where it names no direction', () => {
    expect(readTableAddress('?sort=title', options)).toEqual({ ...begin, sort: 'title', direction: 'asc' });
  });
});

it.each([
  [0, 1],
  [1, 1],
  [25, 1],
  [26, 2],
  [3000, 120],
])('%d rows fill %d pages of 25', (total, pages) => {
  expect(tablePages({ total, pageSize: 25 })).toBe(pages);
});
