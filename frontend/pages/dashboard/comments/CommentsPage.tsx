import { Link } from 'wouter';
import type { CommentAction, CommentColumn, CommentStatus, CommentView } from '#contract/comments.ts';
import { counted } from '#contract/numbers.ts';
import { pageAddress } from '#contract/page-addresses.ts';
import { commentsTable, moderateComments, removeComment, toggleComment } from '../../../api/admin/comments.ts';
import type { TableRequest } from '../../../api/admin/table.ts';
import { Button } from '../../../components/Button.tsx';
import { confirm } from '../../../components/dialogs/confirm.ts';
import { adminNouns } from '../../../texts/adminNouns.ts';
import { Expandable } from '../Expandable.tsx';
import { Day } from '../Moment.tsx';
import { ScreenHead } from '../ScreenHead.tsx';
import { DeleteButton, deleteColumn } from '../table/actionColumns.tsx';
import { numberColumn, type TableColumn } from '../table/columns.ts';
import { DataTable } from '../table/DataTable.tsx';
import { TableFilter } from '../table/TableFilter.tsx';
import type { Selection } from '../table/useSelection.ts';
import { useTable } from '../table/useTable.ts';
import styles from './CommentsPage.module.css';

type Request = TableRequest<CommentColumn>;

const statusNames: Record<CommentStatus, string> = { waiting: 'Awaiting approval', approved: 'Approved' };

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
        columns={columnsFor(view.request)}
        empty="There isn't any comment"
        filters={<TableFilter view={view} name="status" label="Status" all="Any status" options={statusNames} />}
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

function columnsFor(request: Request): TableColumn<CommentView, CommentColumn>[] {
  return [
    numberColumn(),
    {
      title: 'Product',
      sort: 'product',
      role: 'name',
      minWidth: 'min(10rem, 12cqi)',
      cell: ({ productId, productTitle }) => (
        <Link href={pageAddress('product', { productId })} className="clamp quiet-link" title={productTitle}>
          {productTitle}
        </Link>
      ),
    },
    {
      title: 'Author',
      sort: 'author',
      minWidth: 'min(8rem, 9cqi)',
      cell: ({ author }) => (
        <span className="clamp breaks" title={author}>
          {author}
        </span>
      ),
    },
    {
      title: 'Comment',
      sort: 'comment',
      minWidth: 'min(16rem, 24cqi)',
      cell: ({ author, content }) => <Expandable of={`of the comment by ${author}`}>{content}</Expandable>,
    },
    { title: 'Date', sort: 'date', firstDirection: 'desc', cell: ({ date }) => <Day date={date} /> },
    {
      title: 'Status',
      sort: 'status',
      role: 'action',
      cell: (comment) => (
        <Button
          size="small"
          variant={comment.status ? 'quiet' : 'secondary'}
          className={comment.status ? styles.toggle : `bordered-action ${styles.toggle}`}
          onClick={() => toggleComment(request, comment)}
        >
          {comment.status ? 'Forbid' : 'Approve'}
          <span className="visually-hidden"> {commentName(comment)}</span>
        </Button>
      ),
    },
    deleteColumn(commentName, (comment) => askToDelete(request, [comment])),
  ];
}

/** Names a comment for screen readers. */
function commentName({ author, productTitle }: CommentView): string {
  return `the comment by ${author} on ${productTitle}`;
}

async function askToDelete(request: Request, comments: readonly CommentView[]): Promise<void> {
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
      <blockquote className="remark multiline">{first.content}</blockquote>
    </>
  );
  if (await confirm({ title: 'Delete this comment?', text, action })) void removeComment(request, first);
}
