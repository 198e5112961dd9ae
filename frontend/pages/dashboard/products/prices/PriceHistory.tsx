import { useId, useState } from 'react';
import type { AdminProductView } from '#contract/catalogue/catalogue.ts';
import { formatPrice } from '#contract/values/money.ts';
import { m } from '#messages';
import { productPrices } from '../../../../api/admin/products.ts';
import { useRemote } from '../../../../api/useRemote.ts';
import { Button } from '../../../../components/Button.tsx';
import { InlineError } from '../../../../components/feedback/InlineError.tsx';
import { Panel } from '../../../../components/Panel.tsx';
import { DateAndTime } from '../../Moment.tsx';
import styles from './PriceHistory.module.css';

const SHOWN = 5;

/** What was charged for a product, and what the running sale is compared with. */
export function PriceHistory({ product }: { product: AdminProductView }) {
  const headingId = useId();
  const [isWhole, setWhole] = useState(false);
  const { data: prices = [], error } = useRemote(productPrices, { productId: product._id, version: product.version });
  const shown = isWhole ? prices : prices.slice(0, SHOWN);
  return (
    <Panel className="stack padded" aria-labelledby={headingId}>
      <h2 id={headingId} className="text-lead">
        {m.sales.history()}
      </h2>
      <p className="soft text-note">{product.isOnSale ? comparison(product) : m.sales.historyLead()}</p>
      <InlineError>{error ?? undefined}</InlineError>
      <ul className="divided">
        {shown.map(({ price, from }) => (
          <li key={from} className={`row spread text-compact ${styles.change}`}>
            <DateAndTime date={from} />
            <span className="medium numbers">{formatPrice(price, 'EUR')}</span>
          </li>
        ))}
      </ul>
      {shown.length < prices.length && (
        <Button onClick={() => setWhole(true)}>{m.sales.showAll({ count: prices.length })}</Button>
      )}
    </Panel>
  );
}

/** What shoppers see of a running sale. */
function comparison({ price, salePrice, priorPrice }: AdminProductView): string {
  if (priorPrice === null) return m.sales.runningNew();
  const text = { price: formatPrice(priorPrice, 'EUR') };
  return priorPrice > (salePrice ?? price) ? m.sales.runningAt(text) : m.sales.runningAbove(text);
}
