import { type Executable, type OrderByExpression, type SelectQueryBuilder, sql } from 'kysely';
import { directions, PAGE_MAX, PAGE_SIZE, PAGE_SIZE_MAX, SEARCH_MAX, type TableQuery } from '#contract/table.ts';
import type { EntityManager } from './db.ts';
import { invalid } from './errors.ts';
import type { ShopContext } from './http.ts';
import { containing } from './queries.ts';

/**
 * What a table's call asks for in its address: `search`, `sort`, `direction`, `page` and `pageSize`. Without `page`, and
 * one in `defaults`, all rows are meant, as in the calls that know no pages.
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
 * One of a few values that a table can be narrowed to, from the call's address; undefined for all of them.
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
  /** What each column sorts by. */
  columns: Record<Column, OrderByExpression<DB, Tables, Row>>;
  /** The tie-breakers, all descending, so newest first. The last one has to be unique. */
  ties: readonly OrderByExpression<DB, Tables, Row>[];
};

/** What a query selects to count its rows for readPage. */
export const total = sql<number>`count(*)`.as('total');

/** The rows that a table shows now out of `rows`, and the `total` on all of its pages. */
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

export type Condition = { sql: string; parameters: unknown[] };

export type TableSource<Column extends string> = {
  /** What is read of each row, in SQL. */
  select: string;
  /** Tables and joins, in SQL. */
  from: string;
  /** Tables and joins that counting and searching need, where those are fewer. */
  countFrom?: string;
  /** Texts that a search looks into, in SQL. */
  search: readonly string[];
  /** What each column sorts by, in SQL. */
  columns: Record<Column, string>;
  /** The tie-breaker, in SQL: sorted downwards, and so the newest first. Its last column has to be unique. */
  id: string;
  /** Further conditions, all of which hold. */
  where?: readonly Condition[];
};

/** The rows that a table shows now, and how many there are on all of its pages. */
export async function readTable<Row extends object, Column extends string>(
  em: EntityManager,
  source: TableSource<Column>,
  query: TableQuery<Column>,
): Promise<{ rows: Row[]; total: number }> {
  const conditions = [...(source.where ?? [])];
  if (query.search !== '') {
    const pattern = containing(query.search);
    conditions.push({
      sql: `(${source.search.map((text) => `${text} ilike ?`).join(' or ')})`,
      parameters: source.search.map(() => pattern),
    });
  }
  const where = conditions.length > 0 ? `where ${conditions.map(({ sql }) => sql).join(' and ')}` : '';
  const parameters = conditions.flatMap((condition) => condition.parameters);
  const order = `order by ${source.columns[query.sort]} ${query.direction}, ${source.id} desc`;

  const read = `select ${source.select} from ${source.from} ${where} ${order}`;
  if (query.page === null) {
    const rows = await em.execute<Row[]>(read, parameters);
    return { rows, total: rows.length };
  }
  const [rows, [count]] = await Promise.all([
    em.execute<Row[]>(`${read} limit ? offset ?`, [...parameters, query.pageSize, (query.page - 1) * query.pageSize]),
    em.execute<{ total: number }[]>(
      `select count(*)::int as total from ${source.countFrom ?? source.from} ${where}`,
      parameters,
    ),
  ]);
  return { rows, total: count?.total ?? 0 };
}

/**
 * The rows of a page by their ids, in the page's order, as a table in SQL: join it, and order by `page.place`. What costs
 * much to read of a row is then read for the page alone, not for all the rows that come before it.
 */
export function pageOf(rows: { id: string }[]): { sql: string; parameters: unknown[] } {
  return {
    sql: 'unnest(?::uuid[]) with ordinality as page (id, place)',
    parameters: [`{${rows.map(({ id }) => id).join()}}`],
  };
}
