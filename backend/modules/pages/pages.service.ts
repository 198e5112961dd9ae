import { sql } from 'kysely';
import type { LegalPageInput, PublishInput } from '#contract/shop/legal-pages.input.ts';
import type {
  AdminLegalPageView,
  LegalPageKind,
  LegalPagePreview,
  PlaceholderValues,
} from '#contract/shop/legal-pages.ts';
import type { SettingsView } from '#contract/shop/settings.ts';
import { summary } from '#contract/shop/shop-page.ts';
import { m } from '#messages';
import { type LanguageCode, languages } from '#messages/languages.ts';
import { type Actor, audit, changesBetween } from '../../core/audit/audit.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { AppError, invalid } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { differs, findNewest, findPage, renderText } from './pages.queries.ts';
import { db } from './pages.tables.ts';
import { fillIn, isPlaceholder, namedIn, placeholderValues } from './placeholders.ts';

type PageKey = Pick<AdminLegalPageView, 'kind' | 'language'>;

/** Saves the draft of a page. */
export async function saveDraft(
  em: EntityManager,
  actor: Actor,
  settings: SettingsView,
  kind: LegalPageKind,
  { language, title, body }: LegalPageInput,
): Promise<AdminLegalPageView> {
  return em.transactional(async (em) => {
    const before = await lockDraft(em, { kind, language });
    await db(em)
      .insertInto('pageDraft')
      .values({ id: newId(), kind, language, title, body })
      .onConflict((conflict) =>
        conflict.columns(['kind', 'language']).doUpdateSet(({ ref }) => ({
          title: ref('excluded.title'),
          body: ref('excluded.body'),
          updatedAt: sql`now()`,
        })),
      )
      .execute();
    const isEdited = before?.title !== title || before.body !== body;
    if (isEdited) {
      const changes = changesBetween(before ? audited(before) : {}, audited({ title, body }));
      audit(em, actor, { action: 'page.edited', subjectId: null, subjectName: nameOf(kind, language), changes });
    }
    return findPage(em, settings, { kind, language });
  });
}

/** Long texts by their start. */
function audited({ title, body }: { title: string; body: string }) {
  return { title, description: summary(body) };
}

/**
 * Publishes the draft of a page as a new version. A given draft is saved first, if it can be published.
 * @throws AppError conflict if there is nothing new to publish; invalid if a placeholder can't be filled in
 */
export async function publishPage(
  em: EntityManager,
  actor: Actor,
  settings: SettingsView,
  kind: LegalPageKind,
  { language, title, body }: PublishInput,
): Promise<AdminLegalPageView> {
  return em.transactional(async (em) => {
    if (title && body) await saveDraft(em, actor, settings, kind, { language, title, body });
    // Publications of one page wait for each other here.
    const draft = await lockDraft(em, { kind, language });
    if (draft === undefined) throw new AppError('conflict', m.legalPages.nothingSaved());
    const values = placeholderValues(settings, language);
    const problem = problemOf(draft.body, values);
    if (problem !== null) throw invalid({ body: problem });
    const newest = await findNewest(em, kind, language);
    if (!differs(draft, values, newest)) throw new AppError('conflict', m.legalPages.nothingChanged());
    const version = (newest?.version ?? 0) + 1;
    await db(em)
      .insertInto('pageVersion')
      .values({ kind, language, version, ...draft, values: usedIn(draft.body, values) })
      .execute();
    audit(em, actor, {
      action: 'page.published',
      subjectId: null,
      subjectName: nameOf(kind, language),
      changes: { version: { from: newest?.version ?? null, to: version } },
    });
    return findPage(em, settings, { kind, language });
  });
}

/** Publishes the first version of pages, for demo data, which isn't audited. @throws Error if one can't be published */
export async function publishPages(
  em: EntityManager,
  settings: SettingsView,
  pages: readonly (PageKey & { title: string; body: string })[],
): Promise<void> {
  const versions = pages.map(({ kind, language, title, body }) => {
    const values = placeholderValues(settings, language);
    const problem = problemOf(body, values);
    if (problem !== null) throw new Error(`${kind}, ${language}: ${problem}`);
    return { kind, language, version: 1, title, body, values: usedIn(body, values) };
  });
  const drafts = pages.map((page) => ({ id: newId(), ...page }));
  await db(em).insertInto('pageDraft').values(drafts).execute();
  await db(em).insertInto('pageVersion').values(versions).execute();
}

/** A draft as it would be shown, and what keeps it from being published. */
export async function previewPage(
  settings: SettingsView,
  { language, body }: Pick<LegalPageInput, 'language' | 'body'>,
): Promise<LegalPagePreview> {
  const values = placeholderValues(settings, language);
  return { html: await renderText(body, values), text: fillIn(body, values), problem: problemOf(body, values) };
}

/** Why a text can't be published; null if it can. */
function problemOf(body: string, values: PlaceholderValues): string | null {
  for (const name of namedIn(body)) {
    if (!isPlaceholder(name)) return m.legalPages.unknownPlaceholder({ name });
    if (values[name] === undefined) return m.legalPages.emptySetting({ name });
  }
  return null;
}

function usedIn(body: string, values: PlaceholderValues): PlaceholderValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => namedIn(body).includes(name)));
}

function lockDraft(em: EntityManager, { kind, language }: PageKey) {
  return db(em)
    .selectFrom('pageDraft')
    .select(['title', 'body'])
    .where('kind', '=', kind)
    .where('language', '=', language)
    .forUpdate()
    .executeTakeFirst();
}

/** A page in the audit trail. */
export function nameOf(kind: LegalPageKind, language: LanguageCode): string {
  return `${kind}, ${languages[language].name}`;
}
