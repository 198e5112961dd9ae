import { formatNumber } from '#contract/numbers.ts';
import type { StatisticsView } from '#contract/statistics.ts';
import styles from './StatisticsPage.module.css';

/** Fixed: the shop has no newsletter. */
const EMAILS = '0';
const SUBSCRIPTIONS = 'N/A';

/** The cards at the top of the screen. */
export function Figures({ view }: { view: Pick<StatisticsView, 'usersCount' | 'productsCount'> }) {
  return (
    <dl className={styles.figures}>
      <Figure name="Users count" value={formatNumber(view.usersCount)} />
      <Figure name="Products count" value={formatNumber(view.productsCount)} />
      <Figure name="Emails" value={EMAILS} />
      <Figure name="Subscriptions" value={SUBSCRIPTIONS} />
    </dl>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
