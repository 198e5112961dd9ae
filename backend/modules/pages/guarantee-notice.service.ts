import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type NoticeFormat, type NoticeView, noticeFormats } from '#contract/shop/legal-pages.ts';
import { m } from '#messages';
import type { LanguageCode } from '#messages/languages.ts';
import { type Actor, audit } from '../../core/audit/audit.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { AppError } from '../../core/errors.ts';
import { readHeader } from '../pictures/header.ts';
import { listNotices } from './guarantee-notice.queries.ts';
import { nameOf } from './pages.service.ts';
import { db } from './pages.tables.ts';

/**
 * Keeps the official notice in a language as it was sent, in place of the previous one.
 * @returns those in all languages
 * @throws AppError unsupportedType, tooLarge
 */
export async function saveNotice(
  em: EntityManager,
  actor: Actor,
  language: LanguageCode,
  bytes: Buffer,
): Promise<NoticeView[]> {
  const { format, width, height } = readHeader(bytes);
  if (!isNoticeFormat(format)) throw new AppError('unsupportedType', m.legalPages.noticeWrongFormat());
  const hash = createHash('sha256').update(language).update(bytes).digest('hex').slice(0, 32);
  return em.transactional(async (em) => {
    const picture = { hash, bytes, format, width, height };
    await db(em)
      .insertInto('guaranteeNotice')
      .values({ language, ...picture })
      .onConflict((conflict) => conflict.column('language').doUpdateSet({ ...picture, uploadedAt: sql`now()` }))
      .execute();
    recordChange(em, actor, language, { from: null, to: `${width} × ${height}` });
    return listNotices(em);
  });
}

/** Removes the notice in a language. @returns those in the others @throws AppError notFound */
export async function deleteNotice(em: EntityManager, actor: Actor, language: LanguageCode): Promise<NoticeView[]> {
  return em.transactional(async (em) => {
    const deleted = await db(em)
      .deleteFrom('guaranteeNotice')
      .where('language', '=', language)
      .returning(['width', 'height'])
      .executeTakeFirst();
    if (deleted === undefined) throw new AppError('notFound', m.legalPages.noticeNotFound());
    recordChange(em, actor, language, { from: `${deleted.width} × ${deleted.height}`, to: null });
    return listNotices(em);
  });
}

function recordChange(
  em: EntityManager,
  actor: Actor,
  language: LanguageCode,
  image: { from: string | null; to: string | null },
): void {
  audit(em, actor, {
    action: 'page.edited',
    subjectId: null,
    subjectName: nameOf('guarantee', language),
    changes: { image },
  });
}

function isNoticeFormat(format: string): format is NoticeFormat {
  return noticeFormats.some((known) => known === format);
}
