import type { CommentView } from '#contract/comments.ts';
import { GUEST } from '#contract/users.ts';
import { m } from '#messages';
import { StarRating } from '../../../components/product/StarRating.tsx';
import { longDate } from '../../../texts/dates.ts';
import styles from '../ProductPage.module.css';

/** A comment, with the stars that its author gave the product. */
export function Comment({ comment: { author, date, rate, content } }: { comment: CommentView }) {
  return (
    <li className={`stack gap-2 ${styles.comment}`}>
      <p className="medium breaks" dir="auto">
        {author === GUEST ? m.reviews.guest() : author}
      </p>
      <time className="soft nowrap text-note" dateTime={date}>
        {longDate(date)}
      </time>
      {rate !== null && <StarRating rating={rate} />}
      <p className="prose" dir="auto">
        {content}
      </p>
    </li>
  );
}
