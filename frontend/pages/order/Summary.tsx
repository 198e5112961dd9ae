import type { ReactNode } from 'react';
import { m } from '#messages';
import { Sum } from '../../components/order/OrderSums.tsx';
import { TitledPanel } from '../../components/TitledPanel.tsx';
import styles from './Summary.module.css';

type SummaryProps = {
  title: string;
  /** Rows, each a Sum. */
  lines: ReactNode;
  /** What leads from the lines to the total, each a Sum. */
  sums?: ReactNode;
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
export function Summary({ title, lines, sums, total, note, isUpdating, pinned, children }: SummaryProps) {
  return (
    <TitledPanel title={title} className={`padded ${pinned ? styles.pinned : styles.summary}`} aria-busy={isUpdating}>
      <dl className="stack gap-3 text-compact">{lines}</dl>
      {sums && <dl className={`stack gap-3 text-compact ${styles.part}`}>{sums}</dl>}
      <dl className={styles.part}>
        <Sum name={m.checkout.total()} amount={<span aria-live="polite">{total}</span>} isTotal />
      </dl>
      {note && <div className="soft text-note">{note}</div>}
      {children}
    </TitledPanel>
  );
}
