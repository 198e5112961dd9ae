import type { AdminProductView } from '#contract/catalogue.ts';
import { formatNumber } from '#contract/numbers.ts';
import { Badge } from '../../../components/Badge.tsx';

/** Whether shoppers see a product, and its stock; renders nothing if it is published and its units are not counted. */
export function Availability({ product: { isPublished, stock, stockCount } }: { product: AdminProductView }) {
  if (isPublished && stock === null) return null;
  return (
    <p className="cluster gap-2 row-gap-1 soft regular text-small">
      {!isPublished && <Badge tone="quiet">Unpublished</Badge>}
      {stock?.state === 'soldOut' && <Badge tone="bad">Sold out</Badge>}
      {stock?.state === 'low' && <Badge tone="waiting">{stockCount} left</Badge>}
      {stock?.state === 'inStock' && <span>{formatNumber(stockCount ?? 0)} in stock</span>}
    </p>
  );
}
