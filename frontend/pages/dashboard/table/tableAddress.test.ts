import { describe, expect, it } from 'vitest';
import { readTableAddress, tableAddress, tablePages } from './tableAddress.ts';

const options = {
  columns: ['title', 'added'] as const,
  sort: 'added' as const,
  direction: 'desc' as const,
  filters: ['status'],
};
const defaults = { search: '', sort: 'added', direction: 'desc', page: 1, pageSize: 25, filters: {} };

describe('the URL of a table', () => {
  it.each([
    '',
    '?search=a+%26+b%25',
    '?sort=title&direction=asc',
    '?sort=added&direction=asc',
    '?status=active&search=x&sort=title&direction=desc&page=3&pageSize=50',
  ])('"%s" survives a round trip', (query) => {
    expect(tableAddress(readTableAddress(query, options), options)).toBe(query);
  });

  it('ignores invalid values and unknown filters', () => {
    const query = '?sort=price&direction=up&page=-1&pageSize=7&other=x&status=';
    expect(readTableAddress(query, options)).toEqual(defaults);
    expect(readTableAddress('?page=1e9', options)).toEqual(defaults);
  });

  it('keeps a parameter of the page, which is not part of the request', () => {
    const keeping = { ...options, kept: ['view'] };
    const request = readTableAddress('?view=1&page=2', keeping);
    expect(request).toEqual({ ...defaults, page: 2 });
    expect(tableAddress({ ...request, page: 1 }, keeping, '?view=1&page=2')).toBe('?view=1');
    expect(tableAddress(request, keeping)).toBe('?page=2');
  });

  it('sorts ascending if no direction is given', () => {
    expect(readTableAddress('?sort=title', options)).toEqual({ ...defaults, sort: 'title', direction: 'asc' });
  });
});

it.each([
  [0, 1],
  [1, 1],
  [25, 1],
  [26, 2],
  [3000, 120],
  [50_001, 2000],
])('%d rows fill %d pages of 25', (total, pages) => {
  expect(tablePages({ total, pageSize: 25 })).toBe(pages);
});
