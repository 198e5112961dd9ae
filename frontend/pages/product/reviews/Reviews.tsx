import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { ProductView } from '#contract/catalogue/catalogue.ts';
import type { CommentPageView, CommentSort, CommentView } from '#contract/comments/comments.ts';
import { m } from '#messages';
import { useComments } from '../../../api/comments.ts';
import { currentPath, navigate } from '../../../browser/address.ts';
import { FailureNotice } from '../../../components/feedback/FailureNotice.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { lazyPart } from '../../../components/lazyPart.tsx';
import { Pagination } from '../../../components/Pagination.tsx';
import { WhenNear } from '../../../components/WhenNear.tsx';
import { SortSelect } from '../../SortSelect.tsx';
import styles from '../ProductPage.module.css';
import { Section } from '../Section.tsx';
import { Comment } from './Comment.tsx';
import { RatingDistribution } from './RatingDistribution.tsx';
import { RatingForm } from './RatingForm.tsx';
import { type ReviewAddress, readReviewAddress, reviewQuery } from './reviewAddress.ts';

// Loaded separately: the forms need a library that the product's page doesn't.
const formPlaceholder = <Skeleton height="15rem" />;
const CommentForm = lazyPart(() => import('./CommentForm.tsx'), formPlaceholder, m.feedback.commentFormFailed);
const ReportDialog = lazyPart(() => import('./ReportDialog.tsx'), null, m.reports.formFailed);

/** A product's ratings and comments, and the forms to rate and comment. */
export function Reviews({ product }: { product: ProductView }) {
  const query = useSearch();
  const address = useMemo(() => readReviewAddress(query), [query]);
  const { data: page, failure, retry, isLoading, isPrevious } = useComments({ productId: product._id, ...address });
  return (
    <Section
      id="comments"
      title={m.reviews.title()}
      aside={
        <>
          <RatingDistribution ratings={product.allRatings} />
          <RatingForm key={product._id} productId={product._id} />
        </>
      }
    >
      <WhenNear placeholder={formPlaceholder}>
        <CommentForm key={product._id} product={product} />
      </WhenNear>
      {failure && <FailureNotice message={failure} onRetry={retry} busy={isLoading} />}
      {!page && !failure && <Skeleton height="6rem" />}
      {page && !failure && <CommentPage page={page} address={address} isBusy={isPrevious} />}
    </Section>
  );
}

const sortNames: Record<CommentSort, () => string> = { newest: m.reviews.byNewest, best: m.reviews.byBest };

type CommentPageProps = {
  page: CommentPageView;
  address: ReviewAddress;
  /** Whether the page on screen is not the requested one. */
  isBusy: boolean;
};

function CommentPage({ page: { allComments, total, pageCount }, address, isBusy }: CommentPageProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [path] = useLocation();
  // Stays mounted once it was open, so that its closing returns the focus.
  const [reported, setReported] = useState<CommentView | null>();
  const isPastEnd = !isBusy && total > 0 && address.page > pageCount;

  useEffect(() => {
    // Comments were deleted, or the URL was typed.
    if (isPastEnd) show({ ...address, page: pageCount }, { replace: true });
  }, [isPastEnd, address, pageCount]);

  if (total === 0) return <p className="soft">{m.reviews.none()}</p>;

  const returnToStart = () => {
    frame.current?.focus({ preventScroll: true });
    frame.current?.scrollIntoView();
  };
  return (
    <div ref={frame} className={`stack ${styles.page}`} tabIndex={-1} aria-busy={isBusy}>
      <div className="cluster spread">
        <p className="soft text-compact">{m.reviews.counted({ count: total })}</p>
        {total > 1 && <SortSelect sort={address.sort} names={sortNames} onSort={(sort) => show({ sort, page: 1 })} />}
      </div>
      <ul className="divided">
        {allComments.map((comment) => (
          <Comment key={comment._id} comment={comment} onReport={setReported} />
        ))}
      </ul>
      {reported !== undefined && <ReportDialog comment={reported} onClose={() => setReported(null)} />}
      {pageCount > 1 && (
        <Pagination
          page={Math.min(address.page, pageCount)}
          count={pageCount}
          addressOf={(page) => path + reviewQuery({ ...address, page })}
          onTurn={returnToStart}
        />
      )}
    </div>
  );
}

function show(address: ReviewAddress, { replace = false } = {}): void {
  navigate(currentPath() + reviewQuery(address), { replace });
}
