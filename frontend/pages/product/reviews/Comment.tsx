import type { CommentView } from '#contract/comments/comments.ts';
import { GUEST } from '#contract/users/users.ts';
import { m } from '#messages';
import { Icon } from '../../../components/Icon.tsx';
import { StarRating } from '../../../components/product/StarRating.tsx';
import { hidden, Sentence } from '../../../components/Sentence.tsx';
import { longDate } from '../../../texts/dates.ts';
import styles from '../ProductPage.module.css';

type CommentProps = { comment: CommentView; onReport: (comment: CommentView) => void };

/** A comment, with the stars that its author gave the product, and whether they bought it. */
export function Comment({ comment, onReport }: CommentProps) {
  const { date, rate, content, isBuyer } = comment;
  const author = comment.author === GUEST ? m.reviews.guest() : comment.author;
  return (
    <li className={`stack gap-2 ${styles.comment}`}>
      <p className="medium breaks" dir="auto">
        {author}
      </p>
      <time className="soft nowrap text-note" dateTime={date}>
        {longDate(date)}
      </time>
      {(rate !== null || isBuyer) && (
        <p className="cluster row-gap-1">
          {rate !== null && <StarRating rating={rate} />}
          {isBuyer && (
            <span className="row gap-1 accent text-note">
              <Icon name="check" size={16} />
              <span>{m.reviews.boughtHere()}</span>
            </span>
          )}
        </p>
      )}
      <p className="prose" dir="auto">
        {content}
      </p>
      <button type="button" className={`soft text-note ${styles.report}`} onClick={() => onReport(comment)}>
        <Sentence of={m.reviews.report({ author })} parts={{ hidden }} />
      </button>
    </li>
  );
}
