import { Link, useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { counted, formatNumber } from '#contract/numbers.ts';
import { pagePatterns } from '#contract/page-addresses.ts';
import { LOW_ACTIVITY, type SalesView, STATISTICS_DAYS, type StatisticsView } from '#contract/statistics.ts';
import { useStatistics } from '../../../api/admin/statistics.ts';
import { FailureNotice } from '../../../components/feedback/FailureNotice.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { adminNouns } from '../../../texts/adminNouns.ts';
import { nouns } from '../../../texts/nouns.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { BestProducts } from './BestProducts.tsx';
import { Conversion } from './Conversion.tsx';
import { DailyChart } from './DailyChart.tsx';
import { Figures } from './Figures.tsx';
import { OrderStates } from './OrderStates.tsx';
import { RunningOut } from './RunningOut.tsx';
import { SalesCards } from './SalesCards.tsx';
import styles from './StatisticsPage.module.css';

/** The shop's key figures. */
export default function StatisticsPage() {
  const { data, isLoading, error, retry } = useStatistics();
  return (
    <>
      <ScreenHead>Statistics</ScreenHead>
      {error && !data && <FailureNotice message={error} onRetry={retry} busy={isLoading} />}
      {!error && !data && <StatisticsSkeleton />}
      {data && <Numbers view={data} />}
    </>
  );
}

const NO_ORDERS = 'No paid orders in this period.';
const TOO_FEW_ORDERS = 'Not enough orders to show a trend.';

function Numbers({ view }: { view: StatisticsView }) {
  return (
    <div className="stack gap-5">
      {view.unsentMails > 0 && (
        <p className={styles.unsent}>
          {counted(view.unsentMails, adminNouns.email)} couldn't be sent.{' '}
          <Link href={pagePatterns.unsentMails}>Review and retry</Link>
        </p>
      )}
      <Figures view={view} />
      <section className="stack gap-3" aria-labelledby="days">
        <h2 id="days" className="text-body">
          Last {STATISTICS_DAYS} days
        </h2>
        <Sales sales={view.sales} />
        <div className={styles.pair}>
          <Conversion conversion={view.conversion} />
          <RunningOut {...view.runningOut} />
        </div>
      </section>
      <div className={styles.lists}>
        <OrderStates view={view} />
        <BestProducts
          title="Top rated"
          empty="No ratings yet"
          products={view.bestRated.map(({ rating, ratings, ...product }) => ({
            ...product,
            value: formatNumber(rating, 1),
            detail: counted(ratings, nouns.rating),
          }))}
        />
        <BestProducts
          title={`Best sellers in ${STATISTICS_DAYS} days`}
          empty="No sales yet"
          products={view.bestSelling.map(({ sold, ...product }) => ({
            ...product,
            value: `${formatNumber(sold)} sold`,
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
      {orders < LOW_ACTIVITY && <p className={styles.low}>{orders === 0 ? NO_ORDERS : TOO_FEW_ORDERS}</p>}
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

function StatisticsSkeleton() {
  return (
    <div className="stack gap-5" aria-hidden="true">
      <div className={styles.figures}>
        {[0, 1, 2, 3].map((index) => (
          <Skeleton key={index} height="5.75rem" />
        ))}
      </div>
      <Skeleton height="24rem" />
    </div>
  );
}
