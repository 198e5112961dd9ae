import type { NoticePicture, NoticeView } from '#contract/shop/legal-pages.ts';
import { currentCode } from '#messages';
import { DEFAULT_LANGUAGE, type LanguageCode } from '#messages/languages.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { prepared } from '../../core/database/queries.ts';
import { db } from './pages.tables.ts';

const allNotices = prepared((em) =>
  db(em).selectFrom('guaranteeNotice').select(['language', 'hash', 'format', 'width', 'height']).orderBy('language'),
);

/** The notices in all languages. */
export async function listNotices(em: EntityManager): Promise<NoticeView[]> {
  const rows = await allNotices(em);
  return rows.map(({ language, hash, format, width, height }) => {
    return { language, url: `/guarantee-notice/${hash}.${format}`, width, height };
  });
}

/** The notice in the current language, or in the default one; null if it has none, and so shows none. */
export async function findShownNotice(em: EntityManager): Promise<NoticePicture | null> {
  const notices = await listNotices(em);
  const inCode = (code: LanguageCode) => notices.find(({ language }) => language === code);
  const found = inCode(currentCode()) ?? inCode(DEFAULT_LANGUAGE);
  return found ? { url: found.url, width: found.width, height: found.height } : null;
}

/** The picture of a notice by its address; undefined if there is none. */
export function findNoticeFile(em: EntityManager, hash: string) {
  return db(em).selectFrom('guaranteeNotice').select(['bytes', 'format']).where('hash', '=', hash).executeTakeFirst();
}
