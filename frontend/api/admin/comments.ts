import {
  type CommentAction,
  type CommentColumn,
  type CommentView,
  commentColumns,
} from '#contract/comments/comments.ts';
import { m } from '#messages';
import { call } from '../call.ts';
import { succeeds } from './failure.ts';
import { createTable, type TableRequest } from './table.ts';
import { refreshWork } from './work.ts';

/** The comments: those awaiting approval first by default, newest first among them. */
export const commentsTable = createTable({
  load: (query, options) => call<'AdminComments'>('GET', `/comment?${query}`, options),
  columns: commentColumns,
  sort: 'status',
  direction: 'asc',
  filters: ['status'],
  rowsOf: ({ allComments }) => allComments,
  onChanged: refreshWork,
});

type Request = TableRequest<CommentColumn>;

/** Ids of comments with a pending status change: a second request could overtake the first. */
const pendingIds = new Set<string>();

/** Approves a comment, or forbids an approved one; a rejected change is rolled back. */
export async function toggleComment(request: Request, comment: CommentView): Promise<void> {
  const { _id } = comment;
  if (pendingIds.has(_id)) return;
  pendingIds.add(_id);
  const status = !comment.status;
  const options = { body: { commentId: _id, status }, task: m.moderation.changeTask() };
  await succeeds(
    showStatus(request, [comment], status, async () => {
      const response = await call<'CommentSaved'>('PATCH', '/comment', options);
      return { message: response.message, rows: [response.comment] };
    }),
  );
  pendingIds.delete(_id);
}

/** Deletes a comment; a rejected delete is rolled back. */
export function removeComment(request: Request, { _id }: CommentView): Promise<boolean> {
  const path = `/comment/${encodeURIComponent(_id)}`;
  const send = () => call<'Done'>('DELETE', path, { task: m.moderation.deleteTask() });
  return succeeds(commentsTable.remove(request, [_id], send));
}

/** Approves, forbids or deletes comments in one request; a rejected one is rolled back. @returns whether it succeeded */
export async function moderateComments(
  request: Request,
  comments: readonly CommentView[],
  action: CommentAction,
): Promise<boolean> {
  const commentIds = comments.map(({ _id }) => _id);
  const task = action === 'delete' ? m.moderation.deleteTask() : m.moderation.changeTask();
  const options = { body: { commentIds, action }, task };
  const send = () => call<'CommentsChanged'>('POST', '/admin/comment/bulk', options);
  if (action === 'delete') return succeeds(commentsTable.remove(request, commentIds, send));
  const succeeded = await succeeds(showStatus(request, comments, action === 'approve', send));
  // Some may have been deleted meanwhile.
  if (succeeded) void commentsTable.remote.load(request, { quiet: true });
  return succeeded;
}

/** Shows a new status, and removes comments that no longer match the filter. */
function showStatus(
  request: Request,
  comments: readonly CommentView[],
  status: boolean,
  send: () => Promise<{ message: string; rows?: readonly CommentView[] }>,
): Promise<void> {
  const filter = request.filters.status;
  if (filter && (filter === 'approved') !== status) {
    const ids = comments.map(({ _id }) => _id);
    return commentsTable.remove(request, ids, send);
  }
  const changed = comments.map((comment) => ({ ...comment, status }));
  return commentsTable.change(request, changed, send);
}
