import { Link } from 'wouter';
import { STOCK_LOW } from '#contract/catalogue.ts';
import { counted, formatNumber } from '#contract/numbers.ts';
import { pageAddress } from '#contract/page-addresses.ts';
import { RATE_DAYS, RUNNING_OUT_DAYS, type RunningOutView, type StatisticsView } from '#contract/statistics.ts';
import { Badge } from '../../../components/Badge.tsx';
import { nouns } from '../../../texts/nouns.ts';
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
  const remarks = [
    otherLow > 0 && `And ${formatNumber(otherLow)} more with ${STOCK_LOW} left or fewer.`,
    otherForecasts > 0 && `And ${formatNumber(otherForecasts)} more selling out soon.`,
    runningOut.total === 0 && `No ${rows.length > 0 ? 'other ' : ''}product sells out within ${RUNNING_OUT_DAYS} days.`,
    `Based on average sales over the last ${RATE_DAYS} days.`,
  ];
  return (
    <Section title="Running out of stock" small>
      {rows.length > 0 && <Rows rows={rows} />}
      <p className="soft text-small">{remarks.filter(Boolean).join(' ')}</p>
    </Section>
  );
}

function Rows({ rows }: { rows: Row[] }) {
  return (
    <table className="plain-table figures-table">
      <caption className="visually-hidden">
        Products with {STOCK_LOW} left or fewer, or that sell out within {RUNNING_OUT_DAYS} days
      </caption>
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col">Left</th>
          <th scope="col">Per day</th>
          <th scope="col">Lasts</th>
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
            <td>{left === 0 ? <Badge tone="bad">Sold out</Badge> : lasting(daysLeft)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** How long stock lasts; a dash if that isn't soon. */
function lasting(days: number | undefined): string {
  if (days === undefined) return '–';
  return days < 1 ? 'Less than a day' : counted(Math.floor(days), nouns.day);
}
