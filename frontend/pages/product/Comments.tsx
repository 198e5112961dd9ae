import type { ProductView } from '#contract/catalogue.ts';
import type { CommentView } from '#contract/comments.ts';
import { formatNumber } from '#contract/numbers.ts';
import { useComments } from '../../api/comments.ts';
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { lazyPart } from '../../components/lazyPart.tsx';
import { longDate } from '../../components/longDate.ts';
import { Skeleton } from '../../components/Skeleton.tsx';
import { WhenNear } from '../../components/WhenNear.tsx';
import styles from './Comments.module.css';
import { RatingForm } from './RatingForm.tsx';

// Loaded separately: the forms need a library that the product's page doesn't.
const formPlaceholder = <Skeleton height="14.25rem" />;
const CommentForm = lazyPart(() => import('./CommentForm.tsx'), formPlaceholder);

/** A product's comments, and the forms to rate and comment. */
export function Comments({ product }: { product: ProductView }) {
  const { data: comments, error, retry, isLoading } = useComments(product._id);
  return (
    <section className={styles.comments} aria-labelledby="comments">
      <div className={styles.heading}>
        <h2 id="comments" className={styles.title}>
          Comments
          {comments && comments.length > 0 && <span className={styles.count}>{formatNumber(comments.length)}</span>}
        </h2>
        <RatingForm key={product._id} productId={product._id} />
      </div>
      <div className={styles.column}>
        <ErrorBoundary part="the comment form">
          <WhenNear placeholder={formPlaceholder}>
            <CommentForm key={product._id} product={product} />
          </WhenNear>
        </ErrorBoundary>
        {!comments && error && <FailureNotice message={error} onRetry={retry} busy={isLoading} />}
        {!comments && !error && <Skeleton height="6rem" />}
        {comments?.length === 0 && <p className={styles.nothing}>No comments yet.</p>}
        {comments && comments.length > 0 && (
          <ul>
            {comments.map((comment) => (
              <Comment key={comment._id} comment={comment} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function Comment({ comment }: { comment: CommentView }) {
  return (
    <li className={styles.comment}>
      <p className={styles.author} dir="auto">
        {comment.author}
      </p>
      <time className={styles.date} dateTime={comment.date}>
        {longDate(comment.date)}
      </time>
      <p className={styles.content} dir="auto">
        {comment.content}
      </p>
    </li>
  );
}
