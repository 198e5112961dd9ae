import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { CommentReportInput, ReportDecisionInput } from '#contract/comments/comment-reports.input.ts';
import { currentCode, m } from '#messages';
import { type Actor, audit } from '../../core/audit/audit.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { isSameName, keyOfEmail } from '../../core/database/names.ts';
import { ago } from '../../core/database/queries.ts';
import { AppError } from '../../core/errors.ts';
import { emit } from '../../core/events/outbox.ts';
import { newId } from '../../core/ids.ts';
import { rateLimitKey } from '../../core/limits/rate-limit.ts';
import { productTitles } from '../catalogue/catalogue.queries.ts';
import { findReport } from './comment-reports.queries.ts';
import { lockComments } from './comments.service.ts';
import { db } from './comments.tables.ts';

/**
 * Reports a comment to those who moderate.
 * @param address of the reporter's network; only a hash is stored, while the report is open
 * @throws AppError notFound if shoppers see no such comment; conflict if an open report of this reporter exists
 */
export async function reportComment(
  em: EntityManager,
  address: string,
  commentId: string,
  { reason, email }: CommentReportInput,
): Promise<void> {
  await em.transactional(async (em) => {
    const comment = await db(em)
      .selectFrom('comment')
      .innerJoin(productTitles(em).as('product'), 'product.id', 'comment.productId')
      .select('product.title')
      .where('comment.id', '=', commentId)
      .where('comment.approved', '=', true)
      .where('product.isPublished', '=', true)
      .forKeyShare('comment')
      .executeTakeFirstOrThrow(() => new AppError('notFound', m.comments.notFound()));
    // With the address, so that nobody learns from a refusal that somebody else's email has reported the comment.
    const reporter = hash('sha256', JSON.stringify([commentId, rateLimitKey(address), email.toLowerCase()]));
    const report = { id: newId(), commentId, productTitle: comment.title, reason, email: email || null };
    const added = await db(em)
      .insertInto('commentReport')
      .values({ ...report, language: currentCode(), reporter })
      .onConflict((conflict) => conflict.columns(['commentId', 'reporter']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added === undefined) throw new AppError('conflict', m.reports.alreadyReported());
  });
}

/**
 * Keeps or removes a reported comment, closes all its open reports, and mails the reporters and the author.
 * @throws AppError notFound; conflict if the report is decided, or the comment to keep was deleted
 */
export async function decideReport(
  em: EntityManager,
  admin: Actor,
  reportId: string,
  { decision, reason }: ReportDecisionInput,
): Promise<void> {
  const { commentId, productTitle } = await findReport(em, reportId);
  await em.transactional(async (em) => {
    const [comment] = await lockComments(em, [commentId]);
    const approved = decision === 'kept';
    const closed = await db(em)
      .updateTable('commentReport')
      .set({ decision, decisionReason: reason, decidedAt: sql`now()`, reporter: null })
      .where('commentId', '=', commentId)
      .where('decision', 'is', null)
      .returning(['id', 'email'])
      .execute();
    if (!closed.some(({ id }) => id === reportId)) throw new AppError('conflict', m.reports.alreadyDecided());
    if (comment === undefined && approved) throw new AppError('conflict', m.reports.commentDeleted());

    if (comment !== undefined && comment.approved !== approved) {
      await db(em).updateTable('comment').set({ approved }).where('id', '=', commentId).execute();
    }
    audit(em, admin, {
      action: decision === 'kept' ? 'comment.kept' : 'comment.removed',
      subjectId: commentId,
      subjectName: `${comment?.author ?? 'unknown'} on ${productTitle}`,
      changes: { reason: { from: null, to: reason } },
    });
    if (comment?.userId) emit(em, 'comment.decided', { userId: comment.userId, reportId });
    // One mail per address, however often it was given.
    const byEmail = new Map(closed.map(({ id, email }) => [email?.toLowerCase() ?? null, id]));
    for (const [email, id] of byEmail) if (email !== null) emit(em, 'commentReport.decided', { reportId: id });
  });
}

/** Forgets the emails of reports that were decided at least `olderThan` milliseconds ago. */
export async function forgetReporters(em: EntityManager, olderThan: number): Promise<void> {
  await db(em)
    .updateTable('commentReport')
    .set({ email: null })
    .where('email', 'is not', null)
    .where('decidedAt', '<=', ago(olderThan))
    .execute();
}

/** Forgets an email, whose account is deleted. Its open reports are decided without a mail. */
export async function forgetReporter(em: EntityManager, email: string): Promise<void> {
  await db(em)
    .updateTable('commentReport')
    .set({ email: null })
    .where(isSameName('email', email, keyOfEmail))
    .execute();
}
