import { Link } from 'wouter';
import type { CommentColumn, CommentView } from '#contract/comments.ts';
import { pageAddress } from '#contract/page-addresses.ts';
import { Button } from '../../../components/Button.tsx';
import { Expandable } from '../Expandable.tsx';
import { ShortDate } from '../Moment.tsx';
import { deleteColumn } from '../table/actionColumns.tsx';
import { numberColumn, type TableColumn } from '../table/columns.ts';
import styles from './CommentsPage.module.css';

type Column = TableColumn<CommentView, CommentColumn>;

type CommentActions = { onToggle: (comment: CommentView) => void; onDelete: (comment: CommentView) => void };

/** The columns of the comments table. */
export function commentTableColumns({ onToggle, onDelete }: CommentActions): Column[] {
  return [
    numberColumn(),
    {
      title: 'Product',
      sort: 'product',
      role: 'name',
      minWidth: 'min(10rem, 14cqi)',
      cell: ({ productId, productTitle }) => (
        <Link href={pageAddress('product', { productId })} className="clamp quiet-link" title={productTitle}>
          {productTitle}
        </Link>
      ),
    },
    {
      title: 'Author',
      sort: 'author',
      minWidth: 'min(8rem, 11cqi)',
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
    { title: 'Date', sort: 'date', firstDirection: 'desc', cell: ({ date }) => <ShortDate date={date} /> },
    {
      title: 'Status',
      sort: 'status',
      role: 'action',
      cell: (comment) => (
        <Button
          size="small"
          variant={comment.status ? 'quiet' : 'secondary'}
          className={comment.status ? styles.toggle : `${styles.toggle} ${styles.approve}`}
          onClick={() => onToggle(comment)}
        >
          {comment.status ? 'Forbid' : 'Approve'}
          <span className="visually-hidden"> {commentName(comment)}</span>
        </Button>
      ),
    },
    deleteColumn(commentName, onDelete),
  ];
}

/** Names a comment for screen readers. */
export function commentName({ author, productTitle }: CommentView): string {
  return `the comment by ${author} on ${productTitle}`;
}
