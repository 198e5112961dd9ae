import { type RawBuilder, sql } from 'kysely';
import { currentCode } from '#messages';
import { DEFAULT_LANGUAGE } from '#messages/languages.ts';

/**
 * A text column in the language of the current work, or the default text where that lacks it.
 * @param field its name in the table's column `translations`
 */
export function shownText(table: string, column: string, field = column): RawBuilder<string> {
  const text = sql.ref<string>(`${table}.${column}`);
  if (currentCode() === DEFAULT_LANGUAGE) return sql<string>`${text}`;
  const path = sql.lit(`{${currentCode()},${field}}`);
  return sql<string>`coalesce(nullif(${sql.ref(`${table}.translations`)} #>> ${path}, ''), ${text})`;
}
