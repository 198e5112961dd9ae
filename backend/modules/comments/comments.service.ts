import { ForeignKeyConstraintViolationException } from '@mikro-orm/core';
import type { CommentInput } from '#contract/comments.input.ts';
import type { EntityManager } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { getProduct, PRODUCT_NOT_FOUND } from '../catalogue/catalogue.service.ts';
import { Comment } from './comment.entity.ts';
import { type CommentRow, findApprovedComments } from './comments.queries.ts';

/** Adds a comment that awaits an admin's approval. @throws AppError notFound if the product doesn't exist */
export async function addComment(
  em: EntityManager,
  author: string,
  { productId, content }: CommentInput,
): Promise<void> {
  try {
    await em.transactional(async (em) => {
      em.create(Comment, { product: productId, author, content });
    });
  } catch (error) {
    if (error instanceof ForeignKeyConstraintViolationException) {
      throw new AppError('notFound', PRODUCT_NOT_FOUND, { cause: error });
    }
    throw error;
  }
}

/** The approved comments on a product, newest first. @throws AppError notFound if the product doesn't exist */
export async function listApprovedComments(em: EntityManager, productId: string): Promise<CommentRow[]> {
  const comments = await findApprovedComments(em, productId);
  if (comments.length === 0) await getProduct(em, productId);
  return comments;
}
