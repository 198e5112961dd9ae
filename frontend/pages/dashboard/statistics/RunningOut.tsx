import { Link } from 'wouter';
import { STOCK_LOW } from '#contract/catalogue/catalogue.ts';
import { RATE_DAYS, RUNNING_OUT_DAYS, type RunningOutView, type StatisticsView } from '#contract/orders/statistics.ts';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import { Badge } from '../../../components/Badge.tsx';
import { Section } from '../Section.tsx';

type Row = Pick<RunningOutView, 'productId' | 'title' | 'left'> & Partial<Pick<RunningOutView, 'perDay' | 'daysLeft'>>;

/** The products that are sold out or low, then others that sell out soon, with links to edit them. */
export function RunningOut({ lowStock, runningOut }: Pick<StatisticsView, 'lowStock' | 'runningOut'>) {
  const forecasts = new Map(runningOut.products.map((product) => [product.productId, product]));
  const low: Row[] = lowStock.products.map((product) => ({ ...forecasts.get(product.productId), ...product }));
  for (const { productId } of low) forecasts.delete(productId);
  const rows = [...low, ...forecasts.values()];
  const otherLow = lowStock.soldOut + lowStock.low - low.length;
  const otherForecasts = runningOut.total - runningOut.products.length;
  const soon = { days: RUNNING_OUT_DAYS };
  const remarks = [
    otherLow > 0 && m.statistics.moreLow({ count: otherLow, low: STOCK_LOW }),
    otherForecasts > 0 && m.statistics.moreRunningOut({ count: otherForecasts }),
    runningOut.total === 0 && (rows.length > 0 ? m.statistics.noOtherRunsOut(soon) : m.statistics.noneRunsOut(soon)),
    m.statistics.averageSales({ days: RATE_DAYS }),
  ];
  return (
    <Section title={m.statistics.runningOut()} small>
      {rows.length > 0 && <Rows rows={rows} />}
      <p className="soft text-small">{remarks.filter(Boolean).join(' ')}</p>
    </Section>
  );
}

function Rows({ rows }: { rows: Row[] }) {
  return (
    <table className="plain-table figures-table">
      <caption className="visually-hidden">
        {m.statistics.runningOutTable({ low: STOCK_LOW, days: RUNNING_OUT_DAYS })}
      </caption>
      <thead>
        <tr>
          <th scope="col">{m.statistics.product()}</th>
          <th scope="col">{m.statistics.left()}</th>
          <th scope="col">{m.statistics.perDay()}</th>
          <th scope="col">{m.statistics.lasts()}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ productId, title, left, perDay = 0, daysLeft }) => (
          <tr key={productId}>
            <th scope="row">
              <Link href={pageAddress('editProduct', { productId })} className="quiet-link breaks">
                {title}
              </Link>
            </th>
            <td>{formatNumber(left)}</td>
            <td>{perDay === 0 ? '–' : formatNumber(perDay, perDay < 1 ? 2 : 1)}</td>
            <td>{left === 0 ? <Badge tone="bad">{m.statistics.soldOut()}</Badge> : lasting(daysLeft)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** How long stock lasts; a dash if that isn't soon. */
function lasting(days: number | undefined): string {
  if (days === undefined) return '–';
  return days < 1 ? m.statistics.lessThanADay() : m.statistics.daysLeft({ count: Math.floor(days) });
}
