import type { SalesView } from '#contract/orders/statistics.ts';
import { formatAmount } from '#contract/values/money.ts';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import { Fact } from '../Fact.tsx';
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
      <legend className="visually-hidden">{isChoice ? m.statistics.currencyOfChart() : m.statistics.sales()}</legend>
      {sales.map((each) => (
        <div key={each.currency} className="card">
          {isChoice ? (
            <label className="row gap-2 bold text-note">
              <input type="radio" name="currency" checked={each === chosen} onChange={() => onChoose(each)} />
              {each.currency}
            </label>
          ) : (
            <p className="bold text-note">{each.currency}</p>
          )}
          <SalesFacts sales={each} isOnly={!isChoice} />
        </div>
      ))}
    </fieldset>
  );
}

function SalesFacts({ sales, isOnly }: { sales: SalesView; isOnly: boolean }) {
  const { currency, orders, revenue, averageOrder, refunds, refunded, lost = 0 } = sales;
  const money = (amount: number) => formatAmount(amount, currency);
  return (
    <dl className={`facts text-note ${styles.facts} ${isOnly ? styles.only : ''}`}>
      <Fact name={m.statistics.revenue()} className={styles.revenue}>
        {money(revenue)}
      </Fact>
      <Fact name={m.statistics.paidOrders()}>{formatNumber(orders)}</Fact>
      <Fact name={m.statistics.averageOrder()}>{averageOrder === null ? '–' : money(averageOrder)}</Fact>
      <Fact name={m.statistics.refunds()}>{formatNumber(refunds)}</Fact>
      {(refunds > 0 || refunded !== 0) && (
        <>
          <Fact name={m.statistics.refunded()}>
            {money(refunded - lost)}
            {revenue > 0 && (
              <p className="soft text-small">
                {m.statistics.shareOfRevenue({ share: formatShare(refunded - lost, revenue) })}
              </p>
            )}
          </Fact>
          {lost !== 0 && <Fact name={m.statistics.lost()}>{money(lost)}</Fact>}
          <Fact name={m.statistics.afterRefunds()}>{money(revenue - refunded)}</Fact>
        </>
      )}
    </dl>
  );
}
