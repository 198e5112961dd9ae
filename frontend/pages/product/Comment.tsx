import type { CommentView } from '#contract/comments.ts';
import { StarRating } from '../../components/product/StarRating.tsx';
import { longDate } from '../../texts/dates.ts';
import styles from './Comment.module.css';

/** A comment, with the stars that its author gave the product. */
export function Comment({ comment: { author, date, rate, content } }: { comment: CommentView }) {
  return (
    <li className={styles.comment}>
      <p className="medium breaks" dir="auto">
        {author}
      </p>
      <time className="soft nowrap text-note" dateTime={date}>
        {longDate(date)}
      </time>
      {rate !== null && (
        <div className={styles.rate}>
          <StarRating rating={rate} />
        </div>
      )}
      <p className={styles.content} dir="auto">
        {content}
      </p>
    </li>
  );
}
