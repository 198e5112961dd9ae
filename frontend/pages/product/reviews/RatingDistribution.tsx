import { RATE_MAX, RATE_MIN } from '#contract/comments/ratings.ts';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import styles from './RatingDistribution.module.css';

const rates = Array.from({ length: RATE_MAX - RATE_MIN + 1 }, (_, index) => RATE_MAX - index);

/** The number of ratings for each number of stars, as bars. Renders nothing without ratings. */
export function RatingDistribution({ ratings }: { ratings: readonly number[] }) {
  if (ratings.length === 0) return null;
  return (
    <table className={styles.table} aria-label={m.reviews.ratings()}>
      <tbody>
        {rates.map((rate) => {
          const count = ratings.filter((known) => known === rate).length;
          return (
            <tr key={rate}>
              <th scope="row">{m.reviews.stars({ count: rate })}</th>
              <td className={styles.count}>{formatNumber(count)}</td>
              <td className={styles.share}>
                <div className={styles.track}>
                  <div className={styles.bar} style={{ width: `${(100 * count) / ratings.length}%` }} />
                </div>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
