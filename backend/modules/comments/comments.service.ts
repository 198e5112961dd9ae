import { ForeignKeyConstraintViolationException } from '@mikro-orm/core';
import type { CommentInput } from '#contract/comments.input.ts';
import type { EntityManager } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { findProduct, NO_SUCH_PRODUCT } from '../catalogue/catalogue.service.ts';
import { Comment } from './comment.entity.ts';
import type { CommentRow } from './comments.present.ts';

/** What a CommentRow is read of, in SQL, where `c` is the comment's row and `p` its product's. */
export const COMMENT_COLUMNS = `c.id, c.author, c.content, c.approved, c.created_at as "createdAt",
  p.id as "productId", p.title as "productTitle"`;

/** Adds a comment, which waits for an admin's approval. @throws AppError notFound if there is no such product */
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
      throw new AppError('notFound', NO_SUCH_PRODUCT, { cause: error });
    }
    throw error;
  }
}

/** The approved comments on a product, newest first. @throws AppError notFound if there is no such product */
export async function listApprovedComments(em: EntityManager, productId: string): Promise<CommentRow[]> {
  const comments = await em.execute<CommentRow[]>(
    `select ${COMMENT_COLUMNS} from comment c join product p on p.id = c.product_id
     where c.product_id = ? and c.approved order by c.created_at desc, c.id desc`,
    [productId],
  );
  if (comments.length === 0) await findProduct(em, productId);
  return comments;
}
