import { type Direction, directions, PAGE_MAX, PAGE_SIZE, SEARCH_MAX } from '#contract/table.ts';
import type { TableRequest } from '../../adminApi/table.ts';

/** How many rows of a page a person can choose. */
export const PAGE_SIZES = [10, PAGE_SIZE, 50, 100] as const;

export type TableOptions<Column extends string> = {
  /** The columns that it sorts by, in the words of its call. */
  columns: readonly Column[];
  /** How it is sorted unless asked otherwise. */
  sort: Column;
  direction: Direction;
  /** The filters that its call knows. */
  filters?: readonly string[];
};

/** What the query of an address asks for. Anything that can't be meant is left at its default. */
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

/** The query that asks for this, with its question mark; '' for the table as it begins. */
export function tableAddress<Column extends string>(
  { search, sort, direction, page, pageSize, filters }: TableRequest<Column>,
  options: TableOptions<Column>,
): string {
  const parameters = new URLSearchParams(filters);
  if (search !== '') parameters.set('search', search);
  if (sort !== options.sort || direction !== options.direction) {
    parameters.set('sort', sort);
    parameters.set('direction', direction);
  }
  if (page !== 1) parameters.set('page', String(page));
  if (pageSize !== PAGE_SIZE) parameters.set('pageSize', String(pageSize));
  return parameters.size === 0 ? '' : `?${parameters}`;
}

/** How many pages a table of this many rows has; at least one. */
export function tablePages({ total, pageSize }: { total: number; pageSize: number }): number {
  return Math.max(Math.ceil(total / pageSize), 1);
}
