import type { CommentView } from '#contract/comments.ts';
import type { CommentRow } from './comments.queries.ts';

/** A comment as the API shows it. */
export function presentComment({ id, approved, createdAt, ...comment }: CommentRow): CommentView {
  return { _id: id, ...comment, date: new Date(createdAt).toISOString(), status: approved };
}
