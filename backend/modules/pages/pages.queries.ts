import { sql } from 'kysely';
import {
  type AdminLegalPageView,
  type LegalPageKind,
  type LegalPageLink,
  type LegalPageText,
  type LegalPageVersion,
  legalPageKinds,
  type OrderTextView,
  orderedKinds,
  type PlaceholderValues,
  type ReadLegalPage,
} from '#contract/shop/legal-pages.ts';
import type { SettingsView } from '#contract/shop/settings.ts';
import { currentCode, m } from '#messages';
import { DEFAULT_LANGUAGE, type LanguageCode, languageCodes } from '#messages/languages.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { isoDate } from '../../core/database/iso-date.ts';
import { prepared } from '../../core/database/queries.ts';
import { AppError, found } from '../../core/errors.ts';
import { listNotices } from './guarantee-notice.queries.ts';
import { db } from './pages.tables.ts';
import { fillIn, placeholderValues } from './placeholders.ts';
import type { VersionKey } from './version-key.ts';

const inOrder = <T extends { kind: LegalPageKind }>(pages: readonly T[]): T[] =>
  pages.toSorted((a, b) => legalPageKinds.indexOf(a.kind) - legalPageKinds.indexOf(b.kind));

const byDefault = sql.lit(DEFAULT_LANGUAGE);

/** The newest version of each page, in a language or, where that has none, in the default one. */
const newestOf = prepared((em, language: string) =>
  db(em)
    .selectFrom('pageVersion')
    .distinctOn('kind')
    .select(['kind', 'language', 'version', 'title'])
    .where((row) => row.or([row('language', '=', language as LanguageCode), row('language', '=', byDefault)]))
    .orderBy('kind')
    .orderBy(({ eb }) => eb('language', '=', byDefault))
    .orderBy('version', 'desc'),
);

/** The published pages in the current language, or the default one, in the order of the footer. */
export async function listPublished(em: EntityManager): Promise<LegalPageLink[]> {
  return inOrder(await newestOf(em, currentCode())).map(({ kind, title }) => ({ kind, title }));
}

/** The texts in force that an order keeps, as a shopper reads them in the current language. */
export async function textsInForce(em: EntityManager): Promise<OrderTextView[]> {
  const newest = await newestOf(em, currentCode());
  return orderedKinds.flatMap((kind) => {
    const page = newest.find((page) => page.kind === kind);
    return page === undefined ? [] : [{ kind, language: page.language, version: page.version }];
  });
}

/**
 * A version of a page, the newest by default, in the language of the key; by default in the current one or, if that has
 * none, in the shop's default one.
 * @throws AppError notFound
 */
export async function readPage(
  em: EntityManager,
  kind: LegalPageKind,
  { version, language: asked }: VersionKey,
): Promise<ReadLegalPage> {
  const newest = asked
    ? { language: asked, ...found(await findNewest(em, kind, asked), m.legalPages.notFound()) }
    : (await newestOf(em, currentCode())).find((page) => page.kind === kind);
  const { language, version: newestVersion } = found(newest, m.legalPages.notFound());
  const page = await findVersion(em, { kind, language, version: version ?? newestVersion });
  const { title, body, values, publishedAt } = found(page, m.legalPages.notFound());
  const html = await renderText(body, values);
  const shown = { kind, title, html, version: version ?? newestVersion, publishedAt: isoDate(publishedAt), language };
  return { page: shown, newestVersion };
}

/** The newest version of a page as Markdown, in the current language or, if it has none, the default one. @throws AppError notFound */
export async function readNewestText(
  em: EntityManager,
  kind: LegalPageKind,
): Promise<LegalPageText & { language: LanguageCode }> {
  const newest = (await newestOf(em, currentCode())).find((page) => page.kind === kind);
  const { language, version } = found(newest, m.legalPages.notFound());
  return { language, ...(await readVersion(em, { kind, language, version })) };
}

/** The libraries are loaded with the first page, since they take more than 10 MB. */
export async function renderText(body: string, values: PlaceholderValues): Promise<string> {
  const { renderPage } = await import('./markdown.ts');
  return renderPage(body, values);
}

type FoundVersion = { kind: LegalPageKind; language: LanguageCode; version: number };

/** A version with all that it is drawn from; undefined if there is none. */
export function findVersion(em: EntityManager, { kind, language, version }: FoundVersion) {
  return db(em)
    .selectFrom('pageVersion')
    .select(['title', 'body', 'values', 'publishedAt'])
    .where('kind', '=', kind)
    .where('language', '=', language)
    .where('version', '=', version)
    .executeTakeFirst();
}

/** The newest version of a page in a language; undefined if it was never published. */
export function findNewest(em: EntityManager, kind: LegalPageKind, language: LanguageCode) {
  return db(em)
    .selectFrom('pageVersion')
    .select(['version', 'title', 'body', 'values', 'publishedAt'])
    .where('kind', '=', kind)
    .where('language', '=', language)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** All versions of a page in a language, newest first. */
export async function listVersions(
  em: EntityManager,
  kind: LegalPageKind,
  language: LanguageCode,
): Promise<LegalPageVersion[]> {
  const versions = await db(em)
    .selectFrom('pageVersion')
    .select(['version', 'title', 'publishedAt'])
    .where('kind', '=', kind)
    .where('language', '=', language)
    .orderBy('version', 'desc')
    .execute();
  return versions.map((version) => ({ ...version, publishedAt: isoDate(version.publishedAt) }));
}

/** The text of a version as it was published. @throws AppError notFound */
export async function readVersion(em: EntityManager, key: FoundVersion): Promise<LegalPageText> {
  const version = await findVersion(em, key);
  const { title, body, values, publishedAt } = found(version, m.legalPages.versionNotFound());
  return { version: key.version, title, publishedAt: isoDate(publishedAt), body: fillIn(body, values) };
}

export type PageState = Pick<AdminLegalPageView, 'kind' | 'language' | 'version' | 'isChanged'> & {
  /** Whether `guarantee` has the official notice. */
  hasNotice: boolean;
};

type Text = { title: string; body: string };
type Version = Text & { values: PlaceholderValues };

/** Whether publishing a draft would make another text than its newest version. */
export function differs(draft: Text, values: PlaceholderValues, newest: Version | undefined): boolean {
  if (newest === undefined) return true;
  return draft.title !== newest.title || fillIn(draft.body, values) !== fillIn(newest.body, newest.values);
}

/** All pages in each language of the shop, and in those in which they were written before. */
export async function listPages(em: EntityManager, settings: SettingsView): Promise<AdminLegalPageView[]> {
  const drafts = await db(em).selectFrom('pageDraft').select(['kind', 'language', 'title', 'body']).execute();
  const versions = await db(em)
    .selectFrom('pageVersion')
    .distinctOn(['kind', 'language'])
    .select(['kind', 'language', 'version', 'title', 'body', 'values', 'publishedAt'])
    .orderBy('kind')
    .orderBy('language')
    .orderBy('version', 'desc')
    .execute();
  const spoken = languageCodes.filter(
    (code) => settings.languages.includes(code) || drafts.some(({ language }) => language === code),
  );
  const valuesIn = new Map(spoken.map((code) => [code, placeholderValues(settings, code)]));
  return legalPageKinds.flatMap((kind) =>
    spoken.map((language): AdminLegalPageView => {
      const isOfPage = (each: { kind: LegalPageKind; language: LanguageCode }) =>
        each.kind === kind && each.language === language;
      const draft = drafts.find(isOfPage);
      const newest = versions.find(isOfPage);
      return {
        kind,
        language,
        title: draft?.title ?? '',
        body: draft?.body ?? '',
        version: newest?.version ?? 0,
        publishedAt: newest ? isoDate(newest.publishedAt) : null,
        isChanged: draft !== undefined && differs(draft, valuesIn.get(language) ?? {}, newest),
      };
    }),
  );
}

/** What is published of each page in each language of the shop, for whoever checks what the law asks. */
export async function readPageStates(em: EntityManager, settings: SettingsView): Promise<PageState[]> {
  const [pages, notices] = [await listPages(em, settings), await listNotices(em)];
  return pages
    .filter(({ language }) => settings.languages.includes(language))
    .map(({ kind, language, version, isChanged }) => {
      const hasNotice = kind === 'guarantee' && notices.some((notice) => notice.language === language);
      return { kind, language, version, isChanged, hasNotice };
    });
}

/** A page in a language as the dashboard shows it. @throws AppError notFound in a language that it wasn't written in */
export async function findPage(
  em: EntityManager,
  settings: SettingsView,
  { kind, language }: Pick<AdminLegalPageView, 'kind' | 'language'>,
): Promise<AdminLegalPageView> {
  const page = (await listPages(em, settings)).find((page) => page.kind === kind && page.language === language);
  if (page === undefined) throw new AppError('notFound', m.legalPages.notFound());
  return page;
}
