import { p } from '@mikro-orm/core';
import { type Expression, type RawBuilder, sql } from 'kysely';

/**
 * The name of a row that was stored while names were compared in another way, and means the same as that of an older row. The
 * row may keep it; any other name must be free.
 */
export const duplicateName = () => p.text().nullable();

/** What is equal for names that mean the same: nameKey in SQL. @param name SQL */
export function keyOfName(name: string): string {
  return `name_key(${name})`;
}

/** Like keyOfName, for codes: they have no spaces, but people type them with some. @param code SQL */
export function keyOfCode(code: string): string {
  return `replace(${keyOfName(code)}, ' ', '')`;
}

/**
 * What is equal for emails that mean the same. They are of ASCII, whose cases must not depend on the locale of the database:
 * in Turkish, the lower case of I is ı. @param email SQL
 */
export function keyOfEmail(email: string): string {
  return `lower(${email} collate "C")`;
}

type Names = { table: string; column: string; scope?: string; keyOf?: (column: string) => string };

/** The index by which names that mean the same can't be taken twice, also in a race. */
export function uniqueNames(index: string, { table, column, scope, keyOf = keyOfName }: Names): string {
  const columns = [
    ...(scope === undefined ? [] : [`"${scope}"`]),
    keyOf(`"${column}"`),
    `(case when "duplicate_name" = "${column}" then "${column}" else '' end)`,
  ];
  return `create unique index "${index}" on "${table}" (${columns.join(', ')})`;
}

/** Whether a name means the same as another. Uses the index of uniqueNames. @param column SQL */
export function isSameName(
  column: string,
  name: string | Expression<string>,
  keyOf: (name: string) => string = keyOfName,
): RawBuilder<boolean> {
  const [before = '', after = ''] = keyOf('?').split('?');
  return sql<boolean>`${sql.raw(keyOf(column))} = ${sql.raw(before)}${name}${sql.raw(after)}`;
}

/** Sorts text as dictionaries do, whatever the locale of the database: its own may sort by code, with Č after Z. */
export function asInDictionary(text: Expression<string>): RawBuilder<string> {
  return sql<string>`${text} collate "und-x-icu"`;
}
