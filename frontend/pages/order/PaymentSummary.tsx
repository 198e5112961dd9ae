import { formatMinorUnits } from '#contract/money.ts';
import { cartTotalMinorUnits } from '../../stores/cart.ts';
import type { Quote } from '../../stores/payment.ts';
import styles from './OrderPage.module.css';

/** What is paid, line by line. */
export function PaymentSummary({ quote: { lines, currency, totalMinorUnits } }: { quote: Quote }) {
  return (
    <section className={styles.summary} aria-labelledby="summary">
      <h2 id="summary" className={styles.summaryTitle}>
        Your order
      </h2>
      <dl className={styles.amounts}>
        {lines.map((line) => (
          <div key={line._id}>
            <dt>
              {line.title} × {line.count}
            </dt>
            <dd>{formatMinorUnits(cartTotalMinorUnits([line], currency), currency)}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>Total</dt>
          <dd>{formatMinorUnits(totalMinorUnits, currency)}</dd>
        </div>
      </dl>
    </section>
  );
}
