import {
  type CommentAction,
  type CommentColumn,
  type CommentStatus,
  type CommentView,
  commentColumns,
} from '#contract/comments.ts';
import { changeCommentStatus, changeComments, deleteComment, getAllComments } from '../../adminApi/comments.ts';
import { showAdminFailure } from './failure.ts';
import { createTable, type Outcome } from './table.ts';

/** The comments, those that wait for approval first unless asked otherwise, and the newest first among them. */
export const commentsTable = createTable<CommentView, CommentColumn>({
  columns: commentColumns,
  sort: 'status',
  direction: 'asc',
  filters: ['status'],
  load: async (request) => {
    const { allComments, total } = await getAllComments(request);
    return { rows: allComments, total };
  },
});

/** The comments that the table is narrowed to: '' for all. */
export type CommentFilter = '' | CommentStatus;

/** The comments whose new status is on its way: two at once could arrive in the wrong order. */
const underWay = new Set<string>();

/** Approves a comment, or forbids it if it was approved; it is what it was if that fails. */
export async function toggleComment(comment: CommentView, filter: CommentFilter): Promise<void> {
  const { _id } = comment;
  if (underWay.has(_id)) return;
  underWay.add(_id);
  const status = !comment.status;
  await showStatus([comment], status, filter, async () => {
    const { message, comment: changed } = await changeCommentStatus(_id, status);
    return { message, rows: [changed] };
  });
  underWay.delete(_id);
}

/** Deletes a comment; it comes back if that fails. */
export function removeComment({ _id }: CommentView): Promise<boolean> {
  return commentsTable.remove([_id], () => deleteComment(_id));
}

/** Does one thing to many comments at once; they are what they were if that fails. */
export async function moderateComments(
  comments: readonly CommentView[],
  action: CommentAction,
  filter: CommentFilter,
): Promise<boolean> {
  const ids = comments.map(({ _id }) => _id);
  const send = () => changeComments(ids, action);
  if (action === 'delete') return commentsTable.remove(ids, send);
  const worked = await showStatus(comments, action === 'approve', filter, send);
  // Some of them may have been gone already.
  if (worked) void commentsTable.refresh().catch(showAdminFailure);
  return worked;
}

/** What no longer belongs to the comments that the table is narrowed to leaves it. */
function showStatus(
  comments: readonly CommentView[],
  status: boolean,
  filter: CommentFilter,
  send: () => Promise<Outcome<CommentView>>,
): Promise<boolean> {
  const isLeaving = filter !== '' && (filter === 'approved') !== status;
  if (!isLeaving) {
    return commentsTable.change(
      comments.map((comment) => ({ ...comment, status })),
      send,
    );
  }
  return commentsTable.remove(
    comments.map(({ _id }) => _id),
    send,
  );
}
