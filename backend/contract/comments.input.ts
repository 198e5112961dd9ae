import * as yup from 'yup';
import { BULK_COMMENTS_MAX, COMMENT_MAX, commentActions } from './comments.ts';
import { atMost, id, list, requiredText, text } from './text.ts';

/** Clients also send author and product title; the server ignores them and uses its own. */
export const commentInput = yup.object({
  productId: id('Product is required'),
  content: requiredText('Comment is required').max(...atMost(COMMENT_MAX, 'Comment')),
});
export type CommentInput = yup.InferType<typeof commentInput>;

const wrongStatus = 'Status must be true (approved) or false';

/** `status` is the new value: true approves the comment, false forbids it. */
export const commentStatusInput = yup.object({
  commentId: id('Comment is required'),
  status: yup.boolean().strict().typeError(wrongStatus).required(wrongStatus),
});

/** A bulk action on comments. */
export const bulkCommentsInput = yup.object({
  commentIds: list(id('Each comment must be an id'), 'Comments must be a list of ids')
    .required('Comments are required')
    .min(1, 'Comments are required')
    .max(BULK_COMMENTS_MAX, `At most ${BULK_COMMENTS_MAX} comments can be changed at once`),
  action: text()
    .required('Action is required')
    .oneOf(commentActions, `Action must be one of ${commentActions.join(', ')}`),
});
