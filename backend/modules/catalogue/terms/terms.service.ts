import { sql } from 'kysely';
import type { TermsInput } from '#contract/catalogue/terms.input.ts';
import { type LanguageCode, languages } from '#messages/languages.ts';
import { type Actor, audit } from '../../../core/audit/audit.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { db } from '../catalogue.tables.ts';
import { findTranslations } from './terms.queries.ts';

/** Words in an audit entry, so that a page of the trail stays small however many words change at once. */
const AUDITED_MAX = 100;

type Terms = TermsInput['terms'];

/**
 * Changes translations of short words; those of other words stay, also if no product shows them any more.
 * @param actor the admin who changes them; null for demo data
 */
export async function changeTerms(
  em: EntityManager,
  actor: Actor | null,
  { language, terms }: TermsInput,
): Promise<void> {
  await em.transactional(async (em) => {
    // Every change takes this lock, so that the audit trail shows one after the other.
    await em.execute('lock table "term" in share row exclusive mode');
    const before = await findTranslations(
      em,
      language,
      terms.map(({ text }) => text),
    );
    const changed = terms.filter(({ text, translation }) => translation !== (before.get(text) ?? ''));
    await store(em, language, changed);
    if (actor === null) return;
    for (let start = 0; start < changed.length; start += AUDITED_MAX) {
      const changes = changed.slice(start, start + AUDITED_MAX).map(({ text, translation }) => {
        return [`term.${text}`, { from: before.get(text) ?? null, to: translation || null }];
      });
      audit(em, actor, {
        action: 'term.edited',
        subjectId: null,
        subjectName: languages[language].name,
        changes: Object.fromEntries(changes),
      });
    }
  });
}

async function store(em: EntityManager, language: LanguageCode, changed: Terms): Promise<void> {
  const [removed, given] = [
    changed.filter(({ translation }) => translation === ''),
    changed.filter(({ translation }) => translation !== ''),
  ];
  if (removed.length > 0) {
    const texts = removed.map(({ text }) => text);
    await db(em)
      .deleteFrom('term')
      .where('language', '=', language)
      .where('text', '=', sql<string>`any(${texts}::text[])`)
      .execute();
  }
  if (given.length > 0) {
    await db(em)
      .insertInto('term')
      .values(given.map(({ text, translation }) => ({ language, text, translation })))
      .onConflict((conflict) =>
        conflict.columns(['language', 'text']).doUpdateSet(({ ref }) => ({ translation: ref('excluded.translation') })),
      )
      .execute();
  }
}
