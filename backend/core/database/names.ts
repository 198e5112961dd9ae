import { p } from '@mikro-orm/core';
import { type Expression, type RawBuilder, sql } from 'kysely';
import { nameKey } from '#contract/values/words.ts';
import { uniqueIndex } from './columns.ts';
import { containing } from './queries.ts';

/**
 * The name of a row that was stored while names were compared in another way, and means the same as that of an older row. The
 * row may keep it; any other name must be free.
 */
export const duplicateName = () => p.text().nullable();

/** What is equal for names that mean the same: nameKey in SQL. @param name SQL */
export function keyOfName(name: string): string {
  return `name_key(${name})`;
}

/** Like keyOfName, for codes, which have no spaces but are typed with some, and for searches. @param code SQL */
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

/** The columns of an index for isFound. @param texts SQL */
export function searchedBy(...texts: string[]): string {
  const columns = texts.flatMap((text) => [`lower(${text})`, keyOfCode(text)]);
  return `gin (${columns.map((column) => `${column} gin_trgm_ops`).join(', ')})`;
}

/** What a trigram index finds in every locale: pg_trgm may skip letters that are not of ASCII. */
const INDEXED = /[a-z0-9]{3}/i;

/**
 * Whether a text contains a search, both as keyOfCode compares them: "wifi" and "16gb" also find "Wi-Fi" and "16 GB". Compares
 * shorter searches and those in other scripts as typed, ignoring case. Uses an index of searchedBy.
 * @param text SQL
 */
export function isFound(text: string, search: string): RawBuilder<boolean> {
  // Equivalent to `ilike`, which converts the search to lower case again for each row.
  const asTyped = sql<boolean>`lower(${sql.raw(text)}) like lower(${containing(search)})`;
  const key = nameKey(search).replaceAll(' ', '');
  if (!INDEXED.test(key)) return asTyped;
  const byKey = sql<boolean>`${sql.raw(keyOfCode(text))} like ${containing(key)}`;
  // A key takes thirty times as long, so it is computed only where the text as typed doesn't match.
  return INDEXED.test(search) ? sql<boolean>`(${asTyped} or ${byKey})` : byKey;
}

type Names = { table: string; column: string; scope?: string; keyOf?: (column: string) => string };

/** The index by which names that mean the same can't be taken twice, also in a race. */
export function uniqueNames(name: string, { table, column, scope, keyOf = keyOfName }: Names) {
  const columns = [
    ...(scope === undefined ? [] : [`"${scope}"`]),
    keyOf(`"${column}"`),
    `(case when "duplicate_name" = "${column}" then "${column}" else '' end)`,
  ];
  return uniqueIndex(name, `"${table}" (${columns.join(', ')})`);
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
