import * as yup from 'yup';
import { COMMENT_MAX } from './comments.ts';
import { id, requiredText } from './text.ts';

/** The author and the product's title that a client sends are ignored: the server knows both. */
export const commentInput = yup.object({
  productId: id('Product is required'),
  content: requiredText('Comment is required').max(COMMENT_MAX, `Comment can have at most ${COMMENT_MAX} characters`),
});
export type CommentInput = yup.InferType<typeof commentInput>;
