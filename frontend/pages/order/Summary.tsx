import { type ReactNode, useId } from 'react';
import { Panel } from '../../components/Panel.tsx';
import styles from './Summary.module.css';

type SummaryProps = {
  title: string;
  rows: readonly { key: string; name: ReactNode; value: ReactNode }[];
  total: string;
  /** On small screens, sticks to the bottom and shows only the total and the action. */
  pinned?: boolean;
  /** The action to continue. */
  children?: ReactNode;
};

/** The total, beside the cart and the payment form. */
export function Summary({ title, rows, total, pinned = false, children }: SummaryProps) {
  const titleId = useId();
  return (
    <Panel className={pinned ? styles.pinned : styles.summary} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <dl className={styles.amounts}>
        {rows.map(({ key, name, value }) => (
          <div key={key} className={styles.row}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>Total</dt>
          <dd aria-live="polite">{total}</dd>
        </div>
      </dl>
      {children}
    </Panel>
  );
}
