import type { CommentAction } from '#contract/comments.ts';
import { type Actor, audit } from '../../core/audit/audit.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { anyOf } from '../../core/database/queries.ts';
import { AppError } from '../../core/errors.ts';
import { lockProducts, productTitles } from '../catalogue/catalogue.queries.ts';
import { type CommentRow, findComment } from './comments.queries.ts';
import { db } from './comments.tables.ts';

export const COMMENT_NOT_FOUND = 'Comment not found';

/** @throws AppError notFound */
export async function getComment(em: EntityManager, commentId: string): Promise<CommentRow> {
  const comment = await findComment(em, commentId);
  if (comment === undefined) throw new AppError('notFound', COMMENT_NOT_FOUND);
  return comment;
}

/** Approves, forbids or deletes one comment. Idempotent. @throws AppError notFound */
export async function moderateComment(
  em: EntityManager,
  admin: Actor,
  commentId: string,
  action: CommentAction,
): Promise<void> {
  const { found } = await moderateComments(em, admin, [commentId], action);
  if (found === 0) throw new AppError('notFound', COMMENT_NOT_FOUND);
}

/**
 * Approves, forbids or deletes comments in one transaction. Ignores ids of deleted comments.
 * @returns the number of comments that exist and the number that changed
 */
export async function moderateComments(
  em: EntityManager,
  admin: Actor,
  commentIds: string[],
  action: CommentAction,
): Promise<{ found: number; changed: number }> {
  return em.transactional(async (em) => {
    const found = await lockComments(em, commentIds);
    const changing = found.filter(({ approved }) => action === 'delete' || approved !== (action === 'approve'));
    const ids = changing.map(({ id }) => id);
    if (action === 'delete') await db(em).deleteFrom('comment').where('id', '=', anyOf(ids)).execute();
    else {
      const approved = action === 'approve';
      await db(em).updateTable('comment').set({ approved }).where('id', '=', anyOf(ids)).execute();
    }
    for (const { id, author, productTitle } of changing) {
      audit(em, admin, {
        action: auditActions[action],
        subjectId: id,
        subjectName: `${author} on ${productTitle}`,
      });
    }
    return { found: found.length, changed: changing.length };
  });
}

const auditActions = {
  approve: 'comment.approved',
  forbid: 'comment.forbidden',
  delete: 'comment.deleted',
} as const;

/** Locks the products first to prevent deadlocks: deleting a product locks it, then its comments in any order. */
async function lockComments(em: EntityManager, commentIds: string[]) {
  const comments = db(em).selectFrom('comment').where('comment.id', '=', anyOf(commentIds));
  const products = await comments.select('productId').distinct().execute();
  await lockProducts(
    em,
    products.map(({ productId }) => productId),
  );
  return comments
    .innerJoin(productTitles(em).as('product'), 'product.id', 'comment.productId')
    .select(['comment.id', 'comment.author', 'comment.approved', 'product.title as productTitle'])
    .orderBy('comment.id')
    .forUpdate('comment')
    .execute();
}
