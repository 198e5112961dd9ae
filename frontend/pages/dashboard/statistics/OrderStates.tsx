import { Link } from 'wouter';
import { orderStates } from '#contract/orders/orders.ts';
import type { StatisticsView } from '#contract/orders/statistics.ts';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import { orderStateNames } from '../orders/orderStateNames.ts';
import { Section } from '../Section.tsx';
import styles from './StatisticsPage.module.css';

/** Orders by status and comments awaiting approval, with links to their tables. */
export function OrderStates({ view }: { view: Pick<StatisticsView, 'ordersByState' | 'commentsWaiting'> }) {
  const { ordersByState, commentsWaiting } = view;
  return (
    <Section title={m.statistics.ordersByStatus()} small>
      <ul className="divided text-note">
        {orderStates.map((state) => (
          <li key={state} className={styles.item}>
            <Link href={`${pagePatterns.orders}?state=${state}`} className="quiet-link breaks">
              {orderStateNames[state]()}
            </Link>
            <span className={styles.value}>{formatNumber(ordersByState[state])}</span>
          </li>
        ))}
      </ul>
      <p className="soft text-note">
        {commentsWaiting === 0 ? (
          m.statistics.noCommentsWaiting()
        ) : (
          <Link href={`${pagePatterns.comments}?status=waiting`}>
            {m.statistics.commentsWaiting({ count: commentsWaiting })}
          </Link>
        )}
      </p>
    </Section>
  );
}
