import { Link } from 'wouter';
import { orderStates } from '#contract/orders.ts';
import { pagePatterns } from '#contract/page-addresses.ts';
import type { StatisticsView } from '#contract/statistics.ts';
import { Panel } from '../../../components/Panel.tsx';
import { orderStateNames } from '../orders/orderStateNames.ts';
import styles from './StatisticsPage.module.css';

/** What waits for an admin, and how the orders stand, each with the way to it. */
export function OrderStates({ view }: { view: Pick<StatisticsView, 'ordersByState' | 'commentsWaiting'> }) {
  const { ordersByState, commentsWaiting } = view;
  return (
    <Panel className={styles.panel} aria-labelledby="orders-by-state">
      <h2 id="orders-by-state" className={styles.title}>
        Orders by state
      </h2>
      <ul className={styles.list}>
        {orderStates.map((state) => (
          <li key={state} className={styles.item}>
            <Link href={`${pagePatterns.orders}?state=${state}`} className={styles.name}>
              {orderStateNames[state]}
            </Link>
            <span className={styles.value}>{ordersByState[state].toLocaleString('en-US')}</span>
          </li>
        ))}
      </ul>
      <p className={styles.waiting}>
        {commentsWaiting === 0 ? (
          'No comment waits for approval.'
        ) : (
          <Link href={`${pagePatterns.comments}?status=waiting`}>
            {commentsWaiting === 1 ? '1 comment waits' : `${commentsWaiting.toLocaleString('en-US')} comments wait`} for
            approval
          </Link>
        )}
      </p>
    </Panel>
  );
}
