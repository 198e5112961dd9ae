import { Link } from 'wouter';
import type { CommentAction, CommentColumn, CommentStatus, CommentView } from '#contract/comments/comments.ts';
import { pageAddress, pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { commentsTable, moderateComments, removeComment, toggleComment } from '../../../api/admin/comments.ts';
import type { TableRequest } from '../../../api/admin/table.ts';
import { useWork } from '../../../api/admin/work.ts';
import { Button, ButtonLink } from '../../../components/Button.tsx';
import { confirm } from '../../../components/dialogs/confirm.ts';
import { hidden, Sentence } from '../../../components/Sentence.tsx';
import { Expandable } from '../Expandable.tsx';
import { Day } from '../Moment.tsx';
import { ScreenHead } from '../ScreenHead.tsx';
import { DeleteButton, deleteColumn } from '../table/actionColumns.tsx';
import { numberColumn, type TableColumn } from '../table/columns.ts';
import { DataTable } from '../table/DataTable.tsx';
import { TableFilter } from '../table/TableFilter.tsx';
import type { TableTexts } from '../table/tableTexts.ts';
import type { Selection } from '../table/useSelection.ts';
import { useTable } from '../table/useTable.ts';
import styles from './CommentsPage.module.css';

type Request = TableRequest<CommentColumn>;

const texts: TableTexts = {
  title: m.moderation.title,
  search: m.moderation.search,
  counted: m.moderation.counted,
  empty: m.moderation.empty,
  noMatch: m.moderation.noMatch,
  selectAll: m.moderation.selectAll,
  selected: m.moderation.selected,
};

/** Lists the comments, to approve, forbid or delete them, one by one or in bulk. */
export default function CommentsPage() {
  const statusNames: Record<CommentStatus, string> = {
    waiting: m.moderation.awaitingApproval(),
    approved: m.moderation.approved(),
  };
  const view = useTable(commentsTable);
  const count = useWork()?.reportsOpen ?? 0;

  const moderate = async (selection: Selection<CommentView>, action: CommentAction) => {
    if (await moderateComments(view.request, selection.rows, action)) selection.clear();
  };

  return (
    <>
      <ScreenHead
        actions={
          <ButtonLink size="small" href={pagePatterns.commentReports}>
            {m.reports.open({ count })}
          </ButtonLink>
        }
      />
      <DataTable
        view={view}
        texts={texts}
        columns={columnsFor(view.request)}
        filters={
          <TableFilter
            view={view}
            name="status"
            label={m.common.status()}
            all={m.moderation.anyStatus()}
            options={statusNames}
          />
        }
        rowName={commentName}
        bulkActions={(selection) => (
          <>
            <Button size="small" onClick={() => moderate(selection, 'approve')}>
              {m.moderation.approve()}
            </Button>
            <Button size="small" onClick={() => moderate(selection, 'forbid')}>
              {m.moderation.forbid()}
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
      title: m.moderation.product,
      sort: 'product',
      role: 'name',
      minWidth: 'min(14rem, 24cqi)',
      cell: ({ productId, productTitle, author }) => (
        <>
          <Link href={pageAddress('product', { productId })} className="clamp quiet-link" title={productTitle}>
            {productTitle}
          </Link>
          <p className={`soft regular breaks text-small ${styles.author}`}>{author}</p>
        </>
      ),
    },
    {
      title: m.moderation.author,
      sort: 'author',
      isOptional: true,
      minWidth: 'min(8rem, 9cqi)',
      cell: ({ author }) => (
        <span className="clamp breaks" title={author}>
          {author}
        </span>
      ),
    },
    {
      title: m.moderation.comment,
      sort: 'comment',
      minWidth: 'min(16rem, 24cqi)',
      cell: ({ author, content }) => <Expandable of={m.moderation.contentOf({ author })}>{content}</Expandable>,
    },
    { title: m.common.date, sort: 'date', firstDirection: 'desc', cell: ({ date }) => <Day date={date} /> },
    {
      title: m.common.status,
      sort: 'status',
      role: 'action',
      cell: (comment) => (
        <Button
          size="small"
          variant={comment.status ? 'quiet' : 'secondary'}
          className={comment.status ? styles.toggle : `bordered-action ${styles.toggle}`}
          onClick={() => toggleComment(request, comment)}
        >
          <Sentence
            of={
              comment.status ? m.moderation.forbidNamed(namesOf(comment)) : m.moderation.approveNamed(namesOf(comment))
            }
            parts={{ hidden }}
          />
        </Button>
      ),
    },
    deleteColumn(commentName, (comment) => askToDelete(request, [comment])),
  ];
}

/** Names a comment for screen readers. */
function commentName(comment: CommentView): string {
  return m.moderation.named(namesOf(comment));
}

function namesOf({ author, productTitle }: CommentView) {
  return { author, product: productTitle };
}

async function askToDelete(request: Request, comments: readonly CommentView[]): Promise<void> {
  const [first, ...others] = comments;
  if (first === undefined) return;
  const action = m.common.delete();
  if (others.length > 0) {
    const title = m.moderation.deleteCountTitle({ count: comments.length });
    const text = <p>{m.moderation.deleteManyText()}</p>;
    if (await confirm({ title, text, action })) void moderateComments(request, comments, 'delete');
    return;
  }
  const text = (
    <>
      <p>
        <Sentence of={m.moderation.deleteText(namesOf(first))} parts={{ strong: (text) => <strong>{text}</strong> }} />
      </p>
      <blockquote className="remark multiline">{first.content}</blockquote>
    </>
  );
  if (await confirm({ title: m.moderation.deleteTitle(), text, action })) void removeComment(request, first);
}
