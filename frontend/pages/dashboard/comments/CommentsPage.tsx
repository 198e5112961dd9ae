import {
  type CommentAction,
  type CommentColumn,
  type CommentStatus,
  type CommentView,
  commentStatuses,
} from '#contract/comments.ts';
import { counted } from '#contract/numbers.ts';
import { commentsTable, moderateComments, removeComment, toggleComment } from '../../../api/admin/comments.ts';
import type { TableRequest } from '../../../api/admin/table.ts';
import { Button } from '../../../components/Button.tsx';
import { confirm } from '../../../components/dialogs/confirm.ts';
import { adminNouns } from '../../../texts/adminNouns.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { DeleteButton } from '../table/actionColumns.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { TableFilter } from '../table/TableFilter.tsx';
import type { Selection } from '../table/useSelection.ts';
import { useTable } from '../table/useTable.ts';
import styles from './CommentsPage.module.css';
import { commentName, commentTableColumns } from './commentColumns.tsx';

const statusNames: Record<CommentStatus, string> = { waiting: 'Awaiting approval', approved: 'Approved' };
const statuses = commentStatuses.map((status) => ({ value: status, name: statusNames[status] }));

/** Lists the comments, to approve, forbid or delete them, one by one or in bulk. */
export default function CommentsPage() {
  const view = useTable(commentsTable);

  const moderate = async (selection: Selection<CommentView>, action: CommentAction) => {
    if (await moderateComments(view.request, selection.rows, action)) selection.clear();
  };

  return (
    <>
      <ScreenHead />
      <DataTable
        view={view}
        noun={adminNouns.comment}
        columns={commentTableColumns({
          onToggle: (comment) => toggleComment(view.request, comment),
          onDelete: (comment) => askToDelete(view.request, [comment]),
        })}
        empty="There isn't any comment"
        filters={<TableFilter view={view} name="status" label="Status" all="Any status" options={statuses} />}
        rowName={commentName}
        bulkActions={(selection) => (
          <>
            <Button size="small" onClick={() => moderate(selection, 'approve')}>
              Approve
            </Button>
            <Button size="small" onClick={() => moderate(selection, 'forbid')}>
              Forbid
            </Button>
            <DeleteButton onClick={() => askToDelete(view.request, selection.rows)} />
          </>
        )}
      />
    </>
  );
}

async function askToDelete(request: TableRequest<CommentColumn>, comments: readonly CommentView[]): Promise<void> {
  const [first, ...others] = comments;
  if (first === undefined) return;
  const action = 'Delete';
  if (others.length > 0) {
    const title = `Delete ${counted(comments.length, adminNouns.comment)}?`;
    const text = <p>They will be permanently deleted.</p>;
    if (await confirm({ title, text, action })) void moderateComments(request, comments, 'delete');
    return;
  }
  const text = (
    <>
      <p>
        This comment by <strong>{first.author}</strong> on <strong>{first.productTitle}</strong> will be permanently
        deleted:
      </p>
      <blockquote className={styles.quote}>{first.content}</blockquote>
    </>
  );
  if (await confirm({ title: 'Delete this comment?', text, action })) void removeComment(request, first);
}
