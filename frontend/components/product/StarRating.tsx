import { RATE_MAX } from '#contract/comments/ratings.ts';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import styles from './StarRating.module.css';

/** The path of a star on a 24 by 24 grid. */
export const STAR = 'M12 2.6l2.9 5.88 6.49.94-4.7 4.58 1.11 6.46L12 17.41l-5.8 3.05 1.1-6.46-4.69-4.58 6.49-.94z';

function Stars({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox={`0 0 ${24 * RATE_MAX} 24`} aria-hidden="true">
      {Array.from({ length: RATE_MAX }, (_, index) => index).map((index) => (
        <path key={index} d={STAR} transform={`translate(${24 * index} 0)`} />
      ))}
    </svg>
  );
}

type StarRatingProps = {
  rating: number;
  /** For lists. */
  small?: boolean;
};

/** An average rating as stars, with fractions. `rating` is 0 while unrated, which the text beside it says. */
export function StarRating({ rating, small = false }: StarRatingProps) {
  const label = m.product.stars({ rating: formatNumber(rating, 2), max: RATE_MAX });
  const meaning = rating === 0 ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <span className={`${styles.rating} ${small ? styles.small : ''}`} {...meaning}>
      <Stars className={styles.empty} />
      <span className={styles.filled} style={{ width: `${(rating / RATE_MAX) * 100}%` }}>
        <Stars />
      </span>
    </span>
  );
}
