import { m } from '#messages';
import styles from './OrdersPage.module.css';

type LineSummaryProps = { lines: readonly { title: string; count: number }[] };

/** The first of some lines, and how many more there are. */
export function LineSummary({ lines }: LineSummaryProps) {
  const [first, ...others] = lines;
  if (first === undefined) return m.adminOrders.noItems();
  return (
    <div>
      <p className={`clamp ${styles.line}`} title={first.title}>
        {`${first.count} × ${first.title}`}
      </p>
      {others.length > 0 && <p className="soft text-small">{m.adminOrders.more({ count: others.length })}</p>}
    </div>
  );
}
