import { sql } from 'kysely';
import { currentCode } from '#messages';
import { DEFAULT_LANGUAGE, type LanguageCode } from '#messages/languages.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { prepared } from '../../../core/database/queries.ts';
import { db } from '../catalogue.tables.ts';

/** Translates a short word of the catalogue; a word without a translation stays as it is. */
export type Terms = (text: string) => string;

export const untranslated: Terms = (text) => text;

const translationsOf = prepared((em, language: string, texts: readonly string[]) =>
  db(em)
    .selectFrom('term')
    .select(['text', 'translation'])
    .where('language', '=', language as LanguageCode)
    .where('text', '=', sql<string>`any(${texts}::text[])`),
);

/** The translations of some words into the language of the current work. */
export async function findTerms(em: EntityManager, texts: Iterable<string>): Promise<Terms> {
  if (currentCode() === DEFAULT_LANGUAGE) return untranslated;
  const rows = await translationsOf(em, currentCode(), [...new Set(texts)]);
  const translations = new Map(rows.map(({ text, translation }) => [text, translation]));
  return (text) => translations.get(text) ?? text;
}

/** All words that have a translation into a language. */
export async function readTerms(em: EntityManager, language: LanguageCode): Promise<Map<string, string>> {
  const rows = await db(em)
    .selectFrom('term')
    .select(['text', 'translation'])
    .where('language', '=', language)
    .execute();
  return new Map(rows.map(({ text, translation }) => [text, translation]));
}
