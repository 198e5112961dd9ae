import { Link } from 'wouter';
import { formatAmount, formatLineTotal, toCents } from '#contract/money.ts';
import type { OrderView } from '#contract/orders.ts';
import { pageAddress } from '#contract/page-addresses.ts';
import styles from './OrderLines.module.css';

type OrderLinesProps = {
  order: Pick<OrderView, 'lines' | 'currency' | 'amount'>;
  /** Where room is scarce, many lines scroll within themselves. */
  scrolling?: boolean;
};

/** What was ordered. Lines are in the order's currency, each rounded by itself; the total is what is charged. */
export function OrderLines({ order: { lines, currency, amount }, scrolling = false }: OrderLinesProps) {
  return (
    <div>
      <ul className={scrolling ? styles.scrolling : styles.lines}>
        {lines.map(({ productId, title, price, count }) => (
          <li key={productId} className={styles.line}>
            <span className={styles.what}>
              <Link href={pageAddress('product', { productId })} className={styles.product} dir="auto">
                {title}
              </Link>{' '}
              × {count}
            </span>
            <span className={styles.amount}>{formatLineTotal(toCents(price), count, currency)}</span>
          </li>
        ))}
        {lines.length === 0 && <li className={styles.line}>A payment without goods</li>}
      </ul>
      <p className={styles.total}>
        <span>Total</span>
        <span className={styles.amount}>{formatAmount(amount, currency)}</span>
      </p>
    </div>
  );
}
