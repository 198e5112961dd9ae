import { useState } from 'react';
import { type CommentAction, type CommentStatus, type CommentView, commentStatuses } from '#contract/comments.ts';
import { Button } from '../../../components/Button.tsx';
import {
  type CommentFilter,
  commentsTable,
  moderateComments,
  toggleComment,
} from '../../../stores/dashboard/comments.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { DeleteButton } from '../table/actionColumns.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { TableFilter } from '../table/TableFilter.tsx';
import type { Selection } from '../table/useSelection.ts';
import { useTable } from '../table/useTable.ts';
import { commentName, commentTableColumns } from './commentColumns.tsx';
import { DeleteCommentsDialog } from './DeleteCommentsDialog.tsx';

const statusNames: Record<CommentStatus, string> = { waiting: 'Waiting', approved: 'Approved' };
const statuses = commentStatuses.map((status) => ({ value: status, name: statusNames[status] }));

/** What people wrote about products, to be approved, forbidden or deleted, one by one or many at once. */
export default function CommentsPage() {
  const view = useTable(commentsTable);
  const [toDelete, setToDelete] = useState<readonly CommentView[]>([]);
  const filter = (view.request.filters.status ?? '') as CommentFilter;

  const moderate = async (selection: Selection<CommentView>, action: CommentAction) => {
    if (await moderateComments(selection.rows, action, filter)) selection.clear();
  };

  return (
    <>
      <ScreenHead />
      <DataTable
        view={view}
        nouns={['comment', 'comments']}
        columns={commentTableColumns({
          onToggle: (comment) => toggleComment(comment, filter),
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
      <DeleteCommentsDialog comments={toDelete} filter={filter} onClose={() => setToDelete([])} />
    </>
  );
}
