import * as yup from 'yup';
import { m } from '#messages';
import { atMost, id, list, missing, requiredText, text } from '../values/text.ts';
import { BULK_COMMENTS_MAX, COMMENT_MAX, commentActions } from './comments.ts';

/** Clients also send author and product title; the server ignores them and uses its own. */
export const commentInput = yup.object({
  productId: id(missing(m.fields.product)),
  content: requiredText(missing(m.fields.comment)).max(...atMost(COMMENT_MAX, m.fields.comment)),
});
export type CommentInput = yup.InferType<typeof commentInput>;

/** `status` is the new value: true approves the comment, false forbids it. */
export const commentStatusInput = yup.object({
  commentId: id(missing(m.fields.comment)),
  status: yup.boolean().strict().typeError(m.comments.statusFlag).required(m.comments.statusFlag),
});

/** A bulk action on comments. */
export const bulkCommentsInput = yup.object({
  commentIds: list(id(m.comments.eachIsId), m.comments.areIds)
    .required(m.comments.required)
    .min(1, m.comments.required)
    .max(BULK_COMMENTS_MAX, m.comments.tooMany),
  action: text()
    .required(missing(m.fields.action))
    .oneOf(commentActions, () => m.fields.oneOf({ name: m.fields.action(), choices: commentActions.join(', ') })),
});
