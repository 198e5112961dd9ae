import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { LOW_ACTIVITY, STATISTICS_DAYS, type StatisticsView } from '#contract/statistics.ts';
import { FailureNotice } from '../../../components/FailureNotice.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import { loadStatistics, statistics } from '../../../stores/dashboard/statistics.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { BestProducts } from './BestProducts.tsx';
import { DailyChart } from './DailyChart.tsx';
import { Figures } from './Figures.tsx';
import { OrderStates } from './OrderStates.tsx';
import styles from './StatisticsPage.module.css';

/** How the shop is doing, in numbers. */
export default function StatisticsPage() {
  const { view, loading, error } = useSnapshot(statistics);

  useEffect(() => {
    void loadStatistics();
  }, []);

  return (
    <>
      <ScreenHead>Statistics</ScreenHead>
      {error && !view && <FailureNotice message={error} onRetry={loadStatistics} busy={loading} />}
      {!error && !view && <StatisticsSkeleton />}
      {view && <Numbers view={view} />}
    </>
  );
}

function Numbers({ view }: { view: StatisticsView }) {
  const orders = view.ordersByDay.reduce((sum, day) => sum + day.orders, 0);
  return (
    <div className={styles.screen}>
      <Figures view={view} />
      <section className={styles.days} aria-labelledby="days">
        <h2 id="days" className={styles.title}>
          The last {STATISTICS_DAYS} days
        </h2>
        {orders < LOW_ACTIVITY && <p className={styles.low}>Low activity: {lowActivity(orders)}.</p>}
        {orders > 0 && <DailyChart days={view.ordersByDay} />}
      </section>
      <div className={styles.lists}>
        <OrderStates view={view} />
        <BestProducts
          title="Best rated"
          empty="Nothing has been rated yet"
          products={view.bestRated.map(({ rating, ratings, ...product }) => ({
            ...product,
            value: rating.toFixed(1),
            detail: ratings === 1 ? '1 rating' : `${ratings.toLocaleString('en-US')} ratings`,
          }))}
        />
        <BestProducts
          title={`Best selling in ${STATISTICS_DAYS} days`}
          empty="Nothing has been sold yet"
          products={view.bestSelling.map(({ sold, ...product }) => ({
            ...product,
            value: `${sold.toLocaleString('en-US')} sold`,
          }))}
        />
      </div>
    </div>
  );
}

function lowActivity(orders: number): string {
  if (orders === 0) return 'no paid orders in these days';
  return `${orders === 1 ? '1 paid order' : `${orders} paid orders`} in these days, too few to tell a trend from`;
}

function StatisticsSkeleton() {
  return (
    <div className={styles.screen} aria-hidden="true">
      <div className={styles.figures}>
        {[0, 1, 2, 3].map((place) => (
          <Skeleton key={place} height="5.75rem" />
        ))}
      </div>
      <Skeleton height="24rem" />
    </div>
  );
}
