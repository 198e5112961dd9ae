import { sql } from 'kysely';
import type { TermView } from '#contract/catalogue/terms.ts';
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

/** The translations of some words into a language, of those that have one. */
export async function findTranslations(
  em: EntityManager,
  language: LanguageCode,
  texts: Iterable<string>,
): Promise<Map<string, string>> {
  const rows = await translationsOf(em, language, [...new Set(texts)]);
  return new Map(rows.map(({ text, translation }) => [text, translation]));
}

/** The translations of some words into the language of the current work. */
export async function findTerms(em: EntityManager, texts: Iterable<string>): Promise<Terms> {
  if (currentCode() === DEFAULT_LANGUAGE) return untranslated;
  const translations = await findTranslations(em, currentCode(), texts);
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

/**
 * The words that products show, untranslated ones first and then by uses. The names and units of attributes that no product
 * has a value of yet are among them, and so are words that none shows any more but have a translation, which can be removed.
 */
export async function listTerms(em: EntityManager, language: LanguageCode): Promise<TermView[]> {
  // Grouped before names and units are counted: reading three words of each value of each product takes several times as long.
  const { rows } = await sql<TermView>`
    with shown as materialized (
      select attribute.id, case when attribute.type = 'text' then product.attributes ->> attribute.code end as value,
        count(*) as uses
      from product join attribute on attribute.category_id = product.category_id
      where jsonb_exists(product.attributes, attribute.code)
      group by 1, 2
    ),
    word (text, uses) as (
      select name, uses from attribute left join shown using (id)
      union all select unit, uses from attribute left join shown using (id)
      union all select value, uses from shown
      union all
      select part, count(*)
      from product cross join jsonb_each_text(options) as option cross join unnest(array[option.key, option.value]) as part
      where options <> '{}'
      group by part
      union all select text, 0 from term where language = ${language}
    )
    select word.text, coalesce(term.translation, '') as translation, coalesce(sum(uses), 0)::int as uses
    from word left join term on term.text = word.text and term.language = ${language}
    where word.text <> ''
    group by word.text, term.translation
    order by term.translation is not null, uses desc, word.text`.execute(db(em));
  return rows;
}
