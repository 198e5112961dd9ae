import * as yup from 'yup';
import { id, requiredText } from './text.ts';

export const COMMENT_MAX = 500;

/** The author and the product's title that a client sends are ignored: the server knows both. */
export const commentInput = yup.object({
  productId: id('Product is required'),
  content: requiredText('Comment is required').max(COMMENT_MAX, `Comment can have at most ${COMMENT_MAX} characters`),
});
export type CommentInput = yup.InferType<typeof commentInput>;

export type CommentView = {
  _id: string;
  /** The username, or 'Guest'. */
  author: string;
  content: string;
  productId: string;
  productTitle: string;
  /** ISO 8601, UTC. */
  date: string;
  /** Whether it is approved, and so shown on the product's page. */
  status: boolean;
};
