import type { CommentView } from '#contract/comments.ts';

/** A comment as it is read (see COMMENT_COLUMNS). */
export type CommentRow = {
  id: string;
  author: string;
  content: string;
  productId: string;
  productTitle: string;
  approved: boolean;
  /** As the database writes it. */
  createdAt: string;
};

/** What the API shows of a comment. */
export function presentComment({ id, approved, createdAt, ...comment }: CommentRow): CommentView {
  return { _id: id, ...comment, date: new Date(createdAt).toISOString(), status: approved };
}
