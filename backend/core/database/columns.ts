import { p, sql } from '@mikro-orm/core';
import { newId } from '../ids.ts';

/** The id of a row, created in code. */
export const id = () => p.uuid().primary().onCreate(newId);

/** A timestamp that defaults to now by the database's clock, whether the ORM or a query inserts the row. */
export const now = () => p.datetime().defaultRaw('now()');

/** Now by the database's clock, for a property of an entity: processes on several hosts then agree. Queries use `now()`. */
export const currentTime = () => sql<Date>`now()`;

/**
 * An index that MikroORM can't describe, such as one with an expression or a condition.
 * @param definition the table and what follows in SQL
 */
export const index = (name: string, definition: string) => ({
  name,
  expression: `create index "${name}" on ${definition}`,
});

/** The same for a unique index. */
export const uniqueIndex = (name: string, definition: string) => ({
  name,
  expression: `create unique index "${name}" on ${definition}`,
});

type ChangeTrigger = {
  events?: ('insert' | 'update' | 'delete')[];
  forEach?: 'row' | 'statement';
  /** SQL: the id of the changed product. */
  product?: string;
};

/** A trigger by which API processes read a product again, or the rest of the catalogue if no product is named. */
export const recordsChange = ({ product = 'null', ...change }: ChangeTrigger = {}) => ({
  name: 'record_change',
  timing: 'after' as const,
  events: ['insert' as const, 'update' as const, 'delete' as const],
  body: `insert into catalogue_change (product_id) values (${product}); return null;`,
  ...change,
});
