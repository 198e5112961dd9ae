import { useState } from 'react';
import { type CommentAction, type CommentStatus, type CommentView, commentStatuses } from '#contract/comments.ts';
import { commentsTable, moderateComments, toggleComment } from '../../../api/admin/comments.ts';
import { Button } from '../../../components/Button.tsx';
import { adminNouns } from '../../../texts/adminNouns.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { DeleteButton } from '../table/actionColumns.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { TableFilter } from '../table/TableFilter.tsx';
import type { Selection } from '../table/useSelection.ts';
import { useTable } from '../table/useTable.ts';
import { commentName, commentTableColumns } from './commentColumns.tsx';
import { DeleteCommentsDialog } from './DeleteCommentsDialog.tsx';

const statusNames: Record<CommentStatus, string> = { waiting: 'Awaiting approval', approved: 'Approved' };
const statuses = commentStatuses.map((status) => ({ value: status, name: statusNames[status] }));

/** Lists the comments, to approve, forbid or delete them, one by one or in bulk. */
export default function CommentsPage() {
  const view = useTable(commentsTable);
  const [toDelete, setToDelete] = useState<readonly CommentView[]>([]);

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
          onDelete: (comment) => setToDelete([comment]),
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
            <DeleteButton onClick={() => setToDelete(selection.rows)} />
          </>
        )}
      />
      <DeleteCommentsDialog comments={toDelete} request={view.request} onClose={() => setToDelete([])} />
    </>
  );
}
