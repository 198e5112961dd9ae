import { formatAmount } from '#contract/money.ts';
import { formatNumber } from '#contract/numbers.ts';
import type { SalesView } from '#contract/statistics.ts';
import { formatShare } from './chart.ts';
import styles from './SalesCards.module.css';

type SalesCardsProps = {
  sales: SalesView[];
  /** The one that the chart shows. */
  chosen: SalesView;
  onChoose: (sales: SalesView) => void;
};

/** What was sold in each currency. If there are several, choosing one shows its chart. */
export function SalesCards({ sales, chosen, onChoose }: SalesCardsProps) {
  const isChoice = sales.length > 1;
  return (
    <fieldset className={styles.cards}>
      <legend className="visually-hidden">{isChoice ? 'Currency of the chart' : 'Sales'}</legend>
      {sales.map((each) => (
        <div key={each.currency} className={isChoice ? styles.card : `${styles.card} ${styles.only}`}>
          {isChoice ? (
            <label className={styles.choice}>
              <input type="radio" name="currency" checked={each === chosen} onChange={() => onChoose(each)} />
              {each.currency}
            </label>
          ) : (
            <p className={styles.choice}>{each.currency}</p>
          )}
          <SalesFacts sales={each} />
        </div>
      ))}
    </fieldset>
  );
}

function SalesFacts({ sales }: { sales: SalesView }) {
  const { currency, orders, revenue, averageOrder, refunds, refunded } = sales;
  const money = (amount: number) => formatAmount(amount, currency);
  const share = revenue > 0 && `${formatShare(refunded, revenue)} of revenue`;
  return (
    <dl className={styles.facts}>
      <div className={styles.revenue}>
        <dt>Revenue</dt>
        <dd>{money(revenue)}</dd>
      </div>
      <div>
        <dt>Paid orders</dt>
        <dd>{formatNumber(orders)}</dd>
      </div>
      <div>
        <dt>Average order</dt>
        <dd>{averageOrder === null ? '–' : money(averageOrder)}</dd>
      </div>
      <div>
        <dt>Refunds</dt>
        <dd>{formatNumber(refunds)}</dd>
      </div>
      {refunds > 0 && (
        <>
          <div>
            <dt>Refunded</dt>
            <dd>
              {money(refunded)}
              {share && <span className={styles.share}>{share}</span>}
            </dd>
          </div>
          <div>
            <dt>After refunds</dt>
            <dd>{money(revenue - refunded)}</dd>
          </div>
        </>
      )}
    </dl>
  );
}
