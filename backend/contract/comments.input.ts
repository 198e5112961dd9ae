import * as yup from 'yup';
import { BULK_COMMENTS_MAX, COMMENT_MAX, commentActions } from './comments.ts';
import { id, requiredText, text } from './text.ts';

/** The author and the product's title that a client sends are ignored: the server knows both. */
export const commentInput = yup.object({
  productId: id('Product is required'),
  content: requiredText('Comment is required').max(COMMENT_MAX, `Comment can have at most ${COMMENT_MAX} characters`),
});
export type CommentInput = yup.InferType<typeof commentInput>;

const wrongStatus = 'Status must be true (approved) or false';

/** An admin's word on a comment: `status` is whether it is approved from now on. */
export const commentStatusInput = yup.object({
  commentId: id('Comment is required'),
  status: yup.boolean().strict().typeError(wrongStatus).required(wrongStatus),
});

/** One action on many comments. */
export const bulkCommentsInput = yup.object({
  commentIds: yup
    .array(id('A comment is named by its id'))
    .typeError('Comments are named by a list of ids')
    .required('Comments are required')
    .min(1, 'Comments are required')
    .max(BULK_COMMENTS_MAX, `At most ${BULK_COMMENTS_MAX} comments can be changed at once`),
  action: text()
    .required('Action is required')
    .oneOf(commentActions, `Action must be one of ${commentActions.join(', ')}`),
});
