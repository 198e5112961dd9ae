import type { StatisticsView } from '#contract/statistics.ts';
import styles from './StatisticsPage.module.css';

/** The shop sends no newsletter: these two are what the specification fixes them at. */
const EMAILS = '0';
const SUBSCRIPTIONS = 'N/A';

/** The cards at the top of the screen. */
export function Figures({ view }: { view: Pick<StatisticsView, 'usersCount' | 'productsCount'> }) {
  return (
    <dl className={styles.figures}>
      <Figure name="Users count" value={view.usersCount.toLocaleString('en-US')} />
      <Figure name="Products count" value={view.productsCount.toLocaleString('en-US')} />
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
