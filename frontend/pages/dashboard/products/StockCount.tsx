import type { AdminProductView } from '#contract/catalogue/catalogue.ts';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import { Badge } from '../../../components/Badge.tsx';
import { None } from '../None.tsx';

/** The units of a product that can be sold, with a mark if they are few or none. */
export function StockCount({ product: { stock, stockCount } }: { product: AdminProductView }) {
  if (stockCount === null) return <None>{m.admin.notCounted()}</None>;
  if (stock?.state === 'soldOut') return <Badge tone="bad">{m.products.soldOut()}</Badge>;
  if (stock?.state === 'low') return <Badge tone="waiting">{m.products.left({ count: stockCount })}</Badge>;
  return formatNumber(stockCount);
}
