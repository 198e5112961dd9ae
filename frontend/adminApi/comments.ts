import type { CommentAction, CommentColumn, CommentView } from '#contract/comments.ts';
import type { TableTotal } from '#contract/table.ts';
import { call } from '../api/call.ts';
import { adminFallback } from './messages.ts';
import { type TableRequest, tablePath } from './table.ts';

/** One page of the comments, those that wait for approval among them. */
export function getAllComments(
  request: TableRequest<CommentColumn>,
): Promise<TableTotal & { allComments: CommentView[] }> {
  return call('GET', tablePath('/comment', request), { quiet: true });
}

/** Approves a comment (`status` true) or forbids it. */
export function changeCommentStatus(
  commentId: string,
  status: boolean,
): Promise<{ message: string; comment: CommentView }> {
  const body = { commentId, status };
  return call('PATCH', '/comment', { body, fallback: adminFallback.changeCommentStatus, quiet: true });
}

export function deleteComment(id: string): Promise<{ message: string }> {
  const path = `/comment/${encodeURIComponent(id)}`;
  return call('DELETE', path, { fallback: adminFallback.deleteComment, quiet: true });
}

/** Does one thing to many comments, of which those that are gone are passed over. `changed` tells how many it was new for. */
export function changeComments(
  commentIds: string[],
  action: CommentAction,
): Promise<{ message: string; changed: number }> {
  const fallback = action === 'delete' ? adminFallback.deleteComment : adminFallback.changeCommentStatus;
  return call('POST', '/admin/comment/bulk', { body: { commentIds, action }, fallback, quiet: true });
}
