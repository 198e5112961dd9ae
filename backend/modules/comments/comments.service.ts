import { ForeignKeyConstraintViolationException } from '@mikro-orm/core';
import type { CommentInput } from '#contract/comments.input.ts';
import { COMMENTS_PER_PAGE, type CommentSort } from '#contract/comments.ts';
import { GUEST } from '#contract/users.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { sessionEnded } from '../../core/http/sessions.ts';
import { getProduct, lockPublishedProduct } from '../catalogue/catalogue.service.ts';
import { Comment } from './comment.entity.ts';
import {
  approvedCommentsBy,
  type CommentRow,
  countApprovedComments,
  findApprovedComments,
} from './comments.queries.ts';

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
  try {
    await em.transactional(async (em) => {
      await lockPublishedProduct(em, productId);
      em.create(Comment, { product: productId, author: author?.username ?? GUEST, user: author?.userId, content });
    });
  } catch (error) {
    // The product is locked, so the user must have been deleted meanwhile.
    if (error instanceof ForeignKeyConstraintViolationException) throw sessionEnded(error);
    throw error;
  }
}

/** The approved comments on a product, newest first. @throws AppError notFound if shoppers see no such product */
export async function listApprovedComments(em: EntityManager, productId: string): Promise<CommentRow[]> {
  const comments = await findApprovedComments(em, productId);
  if (comments.length === 0) await getProduct(em, productId);
  return comments;
}

/**
 * A page of the approved comments on a product. A page past the end is empty.
 * @param page counts from 1
 * @throws AppError notFound if shoppers see no such product
 */
export async function readCommentPage(
  em: EntityManager,
  productId: string,
  { sort, page }: { sort: CommentSort; page: number },
): Promise<{ rows: CommentRow[]; total: number; pageCount: number }> {
  const [rows, [count]] = await Promise.all([
    approvedCommentsBy[sort](em, productId, COMMENTS_PER_PAGE, (page - 1) * COMMENTS_PER_PAGE),
    countApprovedComments(em, productId),
  ]);
  const total = count?.total ?? 0;
  if (rows.length === 0) await getProduct(em, productId);
  return { rows, total, pageCount: Math.ceil(total / COMMENTS_PER_PAGE) };
}
