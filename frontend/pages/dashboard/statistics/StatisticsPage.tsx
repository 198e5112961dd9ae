import { useSearch } from 'wouter';
import { LOW_ACTIVITY, type SalesView, STATISTICS_DAYS, type StatisticsView } from '#contract/orders/statistics.ts';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import { statistics } from '../../../api/admin/statistics.ts';
import { useRemote } from '../../../api/useRemote.ts';
import { navigate } from '../../../browser/address.ts';
import { EditScreen } from '../EditScreen.tsx';
import { Fact } from '../Fact.tsx';
import { ScreenHead } from '../ScreenHead.tsx';
import { BestProducts } from './BestProducts.tsx';
import { Conversion } from './Conversion.tsx';
import { DailyChart } from './DailyChart.tsx';
import { OrderStates } from './OrderStates.tsx';
import { RunningOut } from './RunningOut.tsx';
import { SalesCards } from './SalesCards.tsx';
import styles from './StatisticsPage.module.css';
import { ToDo } from './ToDo.tsx';

/** The shop's key figures. */
export default function StatisticsPage() {
  const view = useRemote(statistics, null);
  return (
    <EditScreen head={<ScreenHead>{m.statistics.title()}</ScreenHead>} view={view}>
      {view.data && <Numbers view={view.data} />}
    </EditScreen>
  );
}

/** Fixed: the shop has no newsletter. */
const EMAILS = 0;

function Numbers({ view }: { view: StatisticsView }) {
  return (
    <div className="stack gap-5">
      <ToDo view={view} />
      <dl className={`facts ${styles.figures}`}>
        <Fact name={m.statistics.usersCount()} className="card">
          {formatNumber(view.usersCount)}
        </Fact>
        <Fact name={m.statistics.productsCount()} className="card">
          {formatNumber(view.productsCount)}
        </Fact>
        <Fact name={m.statistics.emails()} className="card">
          {formatNumber(EMAILS)}
        </Fact>
        <Fact name={m.statistics.subscriptions()} className="card">
          {m.statistics.subscriptionsNone()}
        </Fact>
      </dl>
      <section className="stack gap-3" aria-labelledby="days">
        <h2 id="days" className="text-body">
          {m.statistics.lastDays({ days: STATISTICS_DAYS })}
        </h2>
        <Sales sales={view.sales} />
        <div className={styles.pair}>
          <Conversion conversion={view.conversion} />
          <RunningOut runningOut={view.runningOut} lowStock={view.lowStock} />
        </div>
      </section>
      <div className={styles.lists}>
        <OrderStates view={view} />
        <BestProducts
          title={m.statistics.topRated()}
          empty={m.statistics.noRatings()}
          products={view.bestRated.map(({ rating, ratings, ...product }) => ({
            ...product,
            value: formatNumber(rating, 1),
            detail: m.statistics.ratings({ count: ratings }),
          }))}
        />
        <BestProducts
          title={m.statistics.bestSellers({ days: STATISTICS_DAYS })}
          empty={m.statistics.noSales()}
          products={view.bestSelling.map(({ sold, ...product }) => ({
            ...product,
            value: m.statistics.sold({ count: sold }),
          }))}
        />
      </div>
    </div>
  );
}

/** The sales of each currency, and the chart of the one that the URL names, or else of the one with the most orders. */
function Sales({ sales }: { sales: SalesView[] }) {
  const named = new URLSearchParams(useSearch()).get('currency');
  const active = sales.filter(({ orders, refunds }) => orders + refunds > 0);
  const [most] = active.toSorted((one, other) => other.orders - one.orders);
  const chosen = active.find(({ currency }) => currency === named) ?? most;
  const orders = active.reduce((sum, each) => sum + each.orders, 0);
  return (
    <>
      {orders < LOW_ACTIVITY && (
        <p className="remark">{orders === 0 ? m.statistics.noPaidOrders() : m.statistics.tooFewOrders()}</p>
      )}
      {chosen && (
        <>
          <SalesCards
            sales={active}
            chosen={chosen}
            onChoose={({ currency }) => navigate(`${pagePatterns.statistics}?currency=${currency}`, { replace: true })}
          />
          <DailyChart sales={chosen} />
        </>
      )}
    </>
  );
}
