import { directions, PAGE_MAX, PAGE_SIZE, SEARCH_MAX, TOTAL_MAX } from '#contract/table.ts';
import type { TableOptions, TableRequest } from '../../../api/admin/table.ts';

/** The page sizes to choose from. */
export const PAGE_SIZES = [10, PAGE_SIZE, 50, 100] as const;

/** Parses a request from a URL's query. Invalid values fall back to the defaults. */
export function readTableAddress<Column extends string>(
  query: string,
  { columns, sort, direction, filters = [] }: TableOptions<Column>,
): TableRequest<Column> {
  const parameters = new URLSearchParams(query);
  const page = Number(parameters.get('page'));
  const size = Number(parameters.get('pageSize'));
  const sorted = columns.find((column) => column === parameters.get('sort'));
  return {
    search: (parameters.get('search') ?? '').slice(0, SEARCH_MAX),
    sort: sorted ?? sort,
    direction: directions.find((known) => known === parameters.get('direction')) ?? (sorted ? 'asc' : direction),
    page: Number.isSafeInteger(page) && page > 0 && page <= PAGE_MAX ? page : 1,
    pageSize: PAGE_SIZES.find((known) => known === size) ?? PAGE_SIZE,
    filters: Object.fromEntries(filters.map((name) => [name, parameters.get(name) ?? '']).filter(([, value]) => value)),
  };
}

/**
 * The query of a request, with its question mark; '' for the defaults.
 * @param current the page's query, whose kept parameters stay
 */
export function tableAddress<Column extends string>(
  { search, sort, direction, page, pageSize, filters }: TableRequest<Column>,
  options: TableOptions<Column>,
  current = '',
): string {
  const parameters = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));
  if (search !== '') parameters.set('search', search);
  if (sort !== options.sort || direction !== options.direction) {
    parameters.set('sort', sort);
    parameters.set('direction', direction);
  }
  if (page !== 1) parameters.set('page', String(page));
  if (pageSize !== PAGE_SIZE) parameters.set('pageSize', String(pageSize));
  for (const name of options.kept ?? []) {
    const value = new URLSearchParams(current).get(name);
    if (value !== null) parameters.set(name, value);
  }
  return parameters.size === 0 ? '' : `?${parameters}`;
}

/** The number of pages; at least one. Those after the counted rows are left out. */
export function tablePages({ total, pageSize }: { total: number; pageSize: number }): number {
  return Math.max(Math.ceil(Math.min(total, TOTAL_MAX) / pageSize), 1);
}
