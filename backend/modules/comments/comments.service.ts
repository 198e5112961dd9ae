import type { CommentInput } from '#contract/comments/comments.input.ts';
import {
  COMMENTS_PER_PAGE,
  type CommentAction,
  type CommentPageView,
  type CommentSort,
} from '#contract/comments/comments.ts';
import { GUEST } from '#contract/users/users.ts';
import { m } from '#messages';
import { type Actor, audit } from '../../core/audit/audit.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { anyOf } from '../../core/database/queries.ts';
import { AppError } from '../../core/errors.ts';
import { emit } from '../../core/events/outbox.ts';
import { sessionEnded } from '../../core/http/sessions.ts';
import { newId } from '../../core/ids.ts';
import { lockProducts, productTitles } from '../catalogue/catalogue.queries.ts';
import { getProduct, lockPublishedProduct } from '../catalogue/catalogue.service.ts';
import { lockUser } from '../users/accounts/users.queries.ts';
import { Comment } from './comment.entity.ts';
import { approvedComments, countComments, type FindPurchases, viewComments } from './comments.queries.ts';
import { db } from './comments.tables.ts';

/**
 * Adds a comment that awaits an admin's approval.
 * @param author null for a guest
 * @throws AppError notFound if shoppers see no such product; unauthenticated if the user no longer exists
 */
export async function addComment(
  em: EntityManager,
  author: { userId: string; username: string } | null,
  { productId, content }: CommentInput,
): Promise<void> {
  await em.transactional(async (em) => {
    if (author !== null && (await lockUser(em, author.userId)) === null) throw sessionEnded();
    await lockPublishedProduct(em, productId);
    const commentId = newId();
    const by = { author: author?.username ?? GUEST, user: author?.userId };
    em.create(Comment, { id: commentId, product: productId, ...by, content });
    emit(em, 'comment.created', { commentId });
  });
}

/**
 * The approved comments on a product: all, newest first, or a page, which is empty past the end. Pages count from 1.
 * @throws AppError notFound if shoppers see no such product
 */
export async function listApprovedComments(
  em: EntityManager,
  findPurchases: FindPurchases,
  productId: string,
  wanted: { sort: CommentSort; page: number } | null,
): Promise<Pick<CommentPageView, 'allComments'> | CommentPageView> {
  const found = approvedComments(em, productId, wanted?.sort);
  const page = wanted && found.limit(COMMENTS_PER_PAGE).offset((wanted.page - 1) * COMMENTS_PER_PAGE);
  const rows = await (page ?? found).execute();
  if (rows.length === 0) await getProduct(em, productId);
  const allComments = await viewComments(em, findPurchases, rows);
  if (wanted === null) return { allComments };
  const total = await countComments(em, { productId, approved: true });
  return { allComments, page: wanted.page, total, pageCount: Math.ceil(total / COMMENTS_PER_PAGE) };
}

/** Approves, forbids or deletes one comment. Idempotent. @throws AppError notFound */
export async function moderateComment(em: EntityManager, admin: Actor, commentId: string, action: CommentAction) {
  const { found } = await moderateComments(em, admin, [commentId], action);
  if (found === 0) throw new AppError('notFound', m.comments.notFound());
}

/**
 * Approves, forbids or deletes comments in one transaction. Ignores ids of deleted comments.
 * @returns the number of comments that exist and the number that changed
 */
export async function moderateComments(em: EntityManager, admin: Actor, commentIds: string[], action: CommentAction) {
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
export async function lockComments(em: EntityManager, commentIds: string[]) {
  const comments = db(em).selectFrom('comment').where('comment.id', '=', anyOf(commentIds));
  const products = await comments.select('productId').distinct().execute();
  await lockProducts(
    em,
    products.map(({ productId }) => productId),
  );
  return comments
    .innerJoin(productTitles(em).as('product'), 'product.id', 'comment.productId')
    .select(['comment.id', 'comment.author', 'comment.userId', 'comment.approved', 'product.title as productTitle'])
    .orderBy('comment.id')
    .forUpdate('comment')
    .execute();
}
