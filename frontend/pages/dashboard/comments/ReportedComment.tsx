import { Link } from 'wouter';
import type { CommentReportView } from '#contract/comments/comment-reports.ts';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { Sentence } from '../../../components/Sentence.tsx';

/** Who wrote a reported comment on what. */
export function ReportedComment({ report: { comment, productTitle } }: { report: CommentReportView }) {
  if (comment === null) return <p className="breaks">{m.reports.commentGone({ product: productTitle })}</p>;
  const { author, productId } = comment;
  const href = pageAddress('product', { productId });
  return (
    <p className="breaks">
      <Sentence
        of={m.reports.commentBy({ author, product: productTitle })}
        parts={{ link: (title) => <Link href={href}>{title}</Link> }}
      />
    </p>
  );
}
