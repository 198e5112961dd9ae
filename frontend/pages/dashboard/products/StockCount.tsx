import type { AdminProductView } from '#contract/catalogue.ts';
import { formatNumber } from '#contract/numbers.ts';
import { m } from '#messages';
import { Badge } from '../../../components/Badge.tsx';
import { None } from '../None.tsx';

/** The units of a product that can be sold, with a mark if they are few or none. */
export function StockCount({ product: { stock, stockCount } }: { product: AdminProductView }) {
  if (stockCount === null) return <None>{m.admin.notCounted()}</None>;
  if (stock?.state === 'soldOut') return <Badge tone="bad">Sold out</Badge>;
  const count = formatNumber(stockCount);
  return stock?.state === 'low' ? <Badge tone="waiting">{count} left</Badge> : count;
}
