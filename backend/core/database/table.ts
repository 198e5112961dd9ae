import { type Executable, type OrderByExpression, type SelectQueryBuilder, type Simplify, sql } from 'kysely';
import {
  type Direction,
  directions,
  PAGE_MAX,
  PAGE_SIZE,
  PAGE_SIZE_MAX,
  SEARCH_MAX,
  type TableQuery,
  TOTAL_MAX,
} from '#contract/table.ts';
import { m } from '#messages';
import { queryString, type WithQuery } from '../http/query-string.ts';
import type { EntityManager } from './db.ts';

type TableDefaults<Column extends string> = Pick<TableQuery<Column>, 'sort' | 'direction'> & {
  page?: number;
  hasSearch?: boolean;
};

/**
 * Reads `search`, `sort`, `direction`, `page` and `pageSize` from the query string of a table's call. If neither it nor
 * `defaults` has a `page`, all rows are on one page.
 * @param hasSearch without it, `search` is not read
 * @throws AppError invalid
 */
export function readTableQuery<Column extends string>(
  ctx: WithQuery,
  columns: readonly Column[],
  { hasSearch = true, ...defaults }: TableDefaults<Column>,
): TableQuery<Column> {
  const given = queryString(ctx);
  const search = hasSearch ? (given.text('search') ?? '') : '';
  if (search.length > SEARCH_MAX) given.reject('search', m.api.tooLong({ name: 'search', max: SEARCH_MAX }));
  if (search.includes('\0')) given.reject('search', m.api.notStorable({ name: 'search' }));
  const query = {
    search,
    sort: given.choice('sort', columns) ?? defaults.sort,
    direction: given.choice('direction', directions) ?? defaults.direction,
    page: given.count('page', PAGE_MAX) ?? defaults.page ?? null,
    pageSize: given.count('pageSize', PAGE_SIZE_MAX) ?? PAGE_SIZE,
  };
  given.finish();
  return query;
}

/**
 * Reads a filter with a few possible values from the query string; undefined if it is absent.
 * @throws AppError invalid
 */
export function readFilter<T extends string>(ctx: WithQuery, name: string, choices: readonly T[]): T | undefined {
  const given = queryString(ctx);
  const choice = given.choice(name, choices);
  given.finish();
  return choice;
}

export type TableOrder<DB, Tables extends keyof DB, Row, Column extends string> = {
  /** The sort expression of each column. */
  columns: Record<Column, OrderByExpression<DB, Tables, Row>>;
  /** Tie-breakers, by default all descending, so newest first. The last one must be unique. */
  ties: readonly OrderByExpression<DB, Tables, Row>[];
  /** Where many rows are ties, the direction of the column: then one index serves both. */
  tieDirection?: Direction;
};

/** The column of a query that counts rows. */
export const total = sql<number>`count(*)`.as('total');

/** The number of rows of a query, beside each, as countRows counts them. */
const totalBesideRows = sql<number>`least(count(*) over (), ${sql.lit(TOTAL_MAX + 1)})`.as('total');

/** Counts rows for readPage. It stops after TOTAL_MAX + 1: counting a large table takes longer than reading its page. */
export function countRows<DB, Tables extends keyof DB, Row>(
  em: EntityManager,
  rows: SelectQueryBuilder<DB, Tables, Row>,
): Executable<{ total: number }> {
  const counted = rows.select(sql.lit(1).as('row')).limit(TOTAL_MAX + 1);
  return em.getKysely<object>().selectFrom(counted.as('counted')).select(total);
}

/**
 * The current page of `rows`, and the `total` on all pages: exact if they are on one page, else from `counting`. Where
 * `isSearch`, all rows are found before they are sorted, so one statement finds and counts them.
 */
export function readPage<DB, Tables extends keyof DB, Row, Column extends string>(
  query: TableQuery<Column>,
  order: TableOrder<DB, Tables, Row, Column>,
  rows: SelectQueryBuilder<DB, Tables, Row>,
  counting: Executable<{ total: number }>,
  options?: { isSearch: boolean },
) {
  return readPageAs(query, order, rows, counting, { ...options, show: async (found) => found });
}

/** Like readPage, for tables that show other rows: `show` reads them for those of the page, while all are counted. */
export async function readPageAs<DB, Tables extends keyof DB, Row, Column extends string, Shown>(
  query: TableQuery<Column>,
  { columns, ties, tieDirection = 'desc' }: TableOrder<DB, Tables, Row, Column>,
  rows: SelectQueryBuilder<DB, Tables, Row>,
  counting: Executable<{ total: number }>,
  { isSearch = false, show }: { isSearch?: boolean; show: (found: Simplify<Row>[]) => Promise<Shown[]> },
): Promise<{ rows: Shown[]; total: number }> {
  let sorted = rows.orderBy(columns[query.sort], query.direction);
  for (const tie of ties) sorted = sorted.orderBy(tie, tieDirection);
  if (query.page === null) {
    const all = await sorted.execute();
    return { rows: await show(all), total: all.length };
  }
  const page = sorted.limit(query.pageSize).offset((query.page - 1) * query.pageSize);
  if (isSearch) {
    const found = await page.select(totalBesideRows).$castTo<Simplify<Row> & { total: number }>().execute();
    // Past the last row, there is none to bear the total.
    if (found.length > 0 || query.page === 1) return { rows: await show(found), total: found[0]?.total ?? 0 };
  }
  const [shown, [count]] = await Promise.all([page.execute().then(show), counting.execute()]);
  return { rows: shown, total: count?.total ?? 0 };
}
