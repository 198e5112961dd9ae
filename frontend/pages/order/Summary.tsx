import { type ReactNode, useId } from 'react';
import { Panel } from '../../components/Panel.tsx';
import styles from './Summary.module.css';

type Row = { key: string; name: ReactNode; value: ReactNode };

type SummaryProps = {
  title: string;
  rows: readonly Row[];
  /** What leads from the rows to the total. */
  sums?: readonly Row[];
  total: string;
  /** Below the total. */
  note?: ReactNode;
  /** While the sums are being updated. */
  isUpdating?: boolean;
  /** On small screens, sticks to the bottom and shows only the total and the action. */
  pinned?: boolean;
  /** The action to continue. */
  children?: ReactNode;
};

/** The total, beside the cart and the payment form. */
export function Summary({
  title,
  rows,
  sums = [],
  total,
  note,
  isUpdating = false,
  pinned = false,
  children,
}: SummaryProps) {
  const titleId = useId();
  return (
    <Panel className={pinned ? styles.pinned : styles.summary} aria-labelledby={titleId} aria-busy={isUpdating}>
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
        {sums.map(({ key, name, value }, index) => (
          <div key={key} className={index === 0 ? styles.firstSum : styles.row}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>Total</dt>
          <dd aria-live="polite">{total}</dd>
        </div>
      </dl>
      {note && <p className={styles.note}>{note}</p>}
      {children}
    </Panel>
  );
}
