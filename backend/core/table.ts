import { type Executable, type OrderByExpression, type SelectQueryBuilder, sql } from 'kysely';
import { directions, PAGE_MAX, PAGE_SIZE, PAGE_SIZE_MAX, SEARCH_MAX, type TableQuery } from '#contract/table.ts';
import { invalid } from './errors.ts';
import type { ShopContext } from './http.ts';

/**
 * Reads `search`, `sort`, `direction`, `page` and `pageSize` from the query string of a table's call. If neither it nor
 * `defaults` has a `page`, all rows are on one page.
 * @throws AppError invalid
 */
export function readTableQuery<Column extends string>(
  ctx: ShopContext,
  columns: readonly Column[],
  defaults: Pick<TableQuery<Column>, 'sort' | 'direction'> & { page?: number },
): TableQuery<Column> {
  const problems: Record<string, string> = {};
  const text = (name: string) => {
    const value = ctx.query[name];
    return (Array.isArray(value) ? value[0] : value) ?? '';
  };
  const choice = <T extends string>(name: string, choices: readonly T[], fallback: T): T => {
    const value = text(name);
    const chosen = choices.find((known) => known === value);
    if (chosen === undefined && value !== '') problems[name] = `${name} must be one of ${choices.join(', ')}`;
    return chosen ?? fallback;
  };
  const count = (name: string, max: number): number | null => {
    const value = text(name);
    if (value === '') return null;
    const number = Number(value);
    if (Number.isInteger(number) && number >= 1 && number <= max) return number;
    problems[name] = `${name} must be a whole number from 1 to ${max}`;
    return null;
  };
  const search = text('search');
  if (search.length > SEARCH_MAX) problems.search = `search can have at most ${SEARCH_MAX} characters`;
  if (search.includes('\0')) problems.search = 'search contains a character that cannot be stored';
  const query = {
    search,
    sort: choice('sort', columns, defaults.sort),
    direction: choice('direction', directions, defaults.direction),
    page: count('page', PAGE_MAX) ?? defaults.page ?? null,
    pageSize: count('pageSize', PAGE_SIZE_MAX) ?? PAGE_SIZE,
  };
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return query;
}

/**
 * Reads a filter with a few possible values from the query string; undefined if it is absent.
 * @throws AppError invalid
 */
export function readFilter<T extends string>(ctx: ShopContext, name: string, choices: readonly T[]): T | undefined {
  const value = ctx.query[name];
  if (value === undefined || value === '') return undefined;
  const chosen = choices.find((known) => known === value);
  if (chosen === undefined) throw invalid({ [name]: `${name} must be one of ${choices.join(', ')}` });
  return chosen;
}

export type TableOrder<DB, Tables extends keyof DB, Row, Column extends string> = {
  /** The sort expression of each column. */
  columns: Record<Column, OrderByExpression<DB, Tables, Row>>;
  /** Tie-breakers, all descending, so newest first. The last one must be unique. */
  ties: readonly OrderByExpression<DB, Tables, Row>[];
};

/** The column of a query that counts rows for readPage. */
export const total = sql<number>`count(*)`.as('total');

/** The current page of `rows`, and the `total` on all pages. */
export async function readPage<DB, Tables extends keyof DB, Row, Column extends string>(
  query: TableQuery<Column>,
  { columns, ties }: TableOrder<DB, Tables, Row, Column>,
  rows: SelectQueryBuilder<DB, Tables, Row>,
  counting: Executable<{ total: number }>,
) {
  let sorted = rows.orderBy(columns[query.sort], query.direction);
  for (const tie of ties) sorted = sorted.orderBy(tie, 'desc');
  if (query.page === null) {
    const all = await sorted.execute();
    return { rows: all, total: all.length };
  }
  const [page, [count]] = await Promise.all([
    sorted
      .limit(query.pageSize)
      .offset((query.page - 1) * query.pageSize)
      .execute(),
    counting.execute(),
  ]);
  return { rows: page, total: count?.total ?? 0 };
}
