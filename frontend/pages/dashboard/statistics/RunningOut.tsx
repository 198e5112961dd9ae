import { Link } from 'wouter';
import { counted, formatNumber } from '#contract/numbers.ts';
import { pageAddress } from '#contract/page-addresses.ts';
import { RATE_DAYS, RUNNING_OUT_DAYS, type StatisticsView } from '#contract/statistics.ts';
import { Badge } from '../../../components/Badge.tsx';
import { nouns } from '../../../texts/nouns.ts';
import { Section } from '../Section.tsx';

/** The products whose stock runs out soon, with links to edit them. */
export function RunningOut({ products, total }: StatisticsView['runningOut']) {
  const others = total - products.length;
  return (
    <Section title="Running out of stock" small>
      {products.length === 0 ? (
        <p className="soft text-note">No product sells out within {RUNNING_OUT_DAYS} days</p>
      ) : (
        <table className="plain-table figures-table">
          <caption className="visually-hidden">Products that sell out within {RUNNING_OUT_DAYS} days</caption>
          <thead>
            <tr>
              <th scope="col">Product</th>
              <th scope="col">Left</th>
              <th scope="col">Per day</th>
              <th scope="col">Lasts</th>
            </tr>
          </thead>
          <tbody>
            {products.map(({ productId, title, left, perDay, daysLeft }) => (
              <tr key={productId}>
                <th scope="row">
                  <Link href={pageAddress('editProduct', { productId })} className="quiet-link breaks">
                    {title}
                  </Link>
                </th>
                <td>{formatNumber(left)}</td>
                <td>{formatNumber(perDay, perDay < 1 ? 2 : 1)}</td>
                <td>{left === 0 ? <Badge tone="bad">Sold out</Badge> : lasting(daysLeft)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="soft text-small">
        {`${others > 0 ? `And ${formatNumber(others)} more. ` : ''}Based on average sales over the last ${RATE_DAYS} days.`}
      </p>
    </Section>
  );
}

function lasting(days: number): string {
  return days < 1 ? 'Less than a day' : counted(Math.floor(days), nouns.day);
}
