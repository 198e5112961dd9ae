import type { EntitySchemaWithMeta } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import {
  type AliasedRawBuilder,
  AliasNode,
  CamelCasePlugin,
  ColumnNode,
  type ColumnType,
  type CompiledQuery,
  type Expression,
  IdentifierNode,
  type Kysely,
  type RawBuilder,
  ReferenceNode,
  type SelectionNode,
  type SelectQueryNode,
  sql,
} from 'kysely';
import { currentCode } from '#messages';
import type { LanguageCode } from '#messages/languages.ts';
import type { EntityManager } from './db.ts';

type CamelCase<Name> = Name extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<CamelCase<Rest>>}` : Name;

type Column<Type> = [Type] extends [ColumnType<infer Read, infer Inserted, infer Updated>]
  ? ColumnType<AsText<Read>, OrText<Inserted>, OrText<Updated>>
  : ColumnType<AsText<Type>, OrText<Type>, OrText<Type>>;

/** Queries return timestamps as PostgreSQL's text; only the ORM converts them to Date. */
type AsText<Type> = Type extends Date ? string : Type;
type OrText<Type> = Type extends Date ? Date | string : Type;

/** An entity's table in queries. Names are camelCase, and relations are ids: `product` becomes `productId`. */
export type Table<Schema extends EntitySchemaWithMeta> = {
  [Name in keyof InferKyselyTable<Schema> as CamelCase<Name>]: Column<InferKyselyTable<Schema>[Name]>;
};

const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true });

const withCamelCase = new WeakMap<object, Kysely<object>>();

/** Queries in the transaction of `em`, if any. */
function kyselyOf(em: EntityManager): Kysely<object> {
  const kysely = em.getKysely<object>();
  let own = withCamelCase.get(kysely);
  if (own === undefined) {
    own = kysely.withPlugin(camelCase);
    withCamelCase.set(kysely, own);
  }
  return own;
}

/** Queries on a module's own tables; other tables don't compile. They run in the transaction of `em`, if any. */
export function queriesOn<Tables extends Record<string, Record<string, unknown>>>() {
  return (em: EntityManager) => kyselyOf(em).withTables<Tables>();
}

/** Stands for a parameter while a prepared query is built. */
class Placeholder {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

let preparedCount = 0;

/**
 * Builds a query once per process, and lets PostgreSQL plan it once per connection: for a small query, both take longer
 * than its execution. For queries that most requests or jobs run.
 * @param build may use its parameters after `em` only as values in the query: the SQL may depend on the language alone
 */
export function prepared<Row, Parameters extends unknown[]>(
  build: (em: EntityManager, ...parameters: Parameters) => { compile(): CompiledQuery<Row> },
): (em: EntityManager, ...parameters: Parameters) => Promise<Row[]> {
  preparedCount += 1;
  const name = `prepared_${preparedCount}`;
  // Texts come from other columns in each language: see shownText.
  const queries = new Map<LanguageCode, CompiledQuery<Row>>();
  return async (em, ...parameters) => {
    const language = currentCode();
    const placeholders = parameters.map((_, index) => new Placeholder(index)) as Parameters;
    const query = queries.get(language) ?? named(`${name}_${language}`, build(em, ...placeholders).compile());
    queries.set(language, query);
    const values = query.parameters.map((value) => (value instanceof Placeholder ? parameters[value.index] : value));
    const { rows } = await kyselyOf(em).executeQuery<Row>({ ...query, parameters: values });
    return rows;
  };
}

/**
 * Like `prepared`, for a query with many values, by name.
 * @param names of all values that `build` uses
 */
export function preparedWith<Row, Values extends object>(
  names: readonly (keyof Values)[],
  build: (em: EntityManager, values: Values) => { compile(): CompiledQuery<Row> },
): (em: EntityManager, values: Values) => Promise<Row[]> {
  const query = prepared((em, ...values: unknown[]) =>
    build(em, Object.fromEntries(names.map((name, index) => [name, values[index]])) as Values),
  );
  return (em, values) => query(em, ...names.map((name) => values[name]));
}

/**
 * Kysely passes `sql` to pg, which also accepts an object that names the statement:
 * https://node-postgres.com/features/queries#prepared-statements
 */
function named<Row>(name: string, query: CompiledQuery<Row>): CompiledQuery<Row> {
  const statement: unknown = { name, text: query.sql };
  return { ...query, sql: statement as string };
}

/**
 * The rows of a subquery as a JSON array. Unlike with Kysely's jsonArrayFrom, fields keep their camelCase names, if
 * `rows` is built in a callback of the query around it.
 */
export function jsonRows<Row>(
  rows: { toOperationNode(): SelectQueryNode } & Expression<Row>,
): RawBuilder<{ [Name in keyof Row]: Row[Name] }[]> {
  const fields = rows.toOperationNode().selections?.map(nameOf) ?? [];
  const pairs = fields.map((name) => sql`${sql.lit(name)}, ${sql.ref(`item.${name}`)}`);
  return sql`(select coalesce(json_agg(json_build_object(${sql.join(pairs)})), '[]') from ${rows} as item)`;
}

function nameOf({ selection }: SelectionNode): string {
  if (AliasNode.is(selection) && IdentifierNode.is(selection.alias)) return selection.alias.name;
  if (ReferenceNode.is(selection) && ColumnNode.is(selection.column)) return selection.column.column.name;
  throw new Error(`Name this column: ${selection.kind}`);
}

/** Matches a list of ids: `where('id', '=', anyOf(ids))`. Takes a single parameter and works with an empty list. */
export function anyOf(ids: readonly string[]): RawBuilder<string> {
  return sql<string>`any(${ids}::uuid[])`;
}

/** The time `milliseconds` ago by the database's clock. */
export function ago(milliseconds: number): RawBuilder<string> {
  return sql<string>`now() - make_interval(secs => ${milliseconds / 1000})`;
}

/** A pattern of `like` for text that contains `search` literally. */
export function containing(search: string): string {
  return `%${search.replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * The ids of a page as a table: join on `page.id` and order by `page.place`. Expensive columns are then read for this page
 * only, not for all rows before it.
 */
export function pageOf(ids: readonly string[]): AliasedRawBuilder<{ id: string; place: number }, 'page'> {
  return sql<{ id: string; place: number }>`unnest(${ids}::uuid[]) with ordinality`.as<'page'>(sql`page(id, place)`);
}

export type SqlType =
  | 'uuid'
  | 'text'
  | 'integer'
  | 'bigint'
  | 'double precision'
  | 'boolean'
  | 'date'
  | 'timestamptz'
  | 'jsonb';

/**
 * The given rows as a table named `name`, with the SQL type of each column. The statement is the same for any number of
 * rows.
 */
export function rowsAs<Name extends string, Row extends object, Column extends keyof Row & string>(
  name: Name,
  types: Record<Column, SqlType>,
  rows: readonly Row[],
): AliasedRawBuilder<Pick<Row, Column>, Name> {
  return columnsAs<Name, Pick<Row, Column>>(name, types, columnsOf(Object.keys(types) as Column[], rows));
}

/** Rows by column, for a prepared query that takes any number of them. */
export type Columns<Row> = { [Column in keyof Row]: Row[Column][] };

export function columnsOf<Row extends object, Column extends keyof Row>(
  names: readonly Column[],
  rows: readonly Row[],
): Columns<Pick<Row, Column>> {
  const columns = names.map((name) => [name, rows.map((row) => row[name])]);
  return Object.fromEntries(columns) as Columns<Pick<Row, Column>>;
}

/** Like rowsAs, for rows that are given by column. */
export function columnsAs<Name extends string, Row extends object>(
  name: Name,
  types: Record<keyof Row & string, SqlType>,
  columns: Columns<Row>,
): AliasedRawBuilder<Row, Name> {
  const names = Object.keys(types) as (keyof Row & string)[];
  const values = names.map((column) => sql`${columns[column]}::${sql.raw(types[column])}[]`);
  const signature = sql.join(names.map((column) => sql.ref(column)));
  return sql<Row>`unnest(${sql.join(values)})`.as<Name>(sql`${sql.ref(name)}(${signature})`);
}
