import type { OrderDetailView } from '#contract/orders/orders.ts';
import { formatNumber } from '#contract/values/numbers.ts';

type UnitsProps = {
  order: Pick<OrderDetailView, 'lines'>;
  units: readonly { productId: string; count: number }[];
};

/** Units of an order's products. */
export function Units({ order, units }: UnitsProps) {
  const titles = new Map(order.lines.map(({ productId, title }) => [productId, title]));
  return (
    <ul className="soft breaks">
      {units.map(({ productId, count }) => (
        <li key={productId}>
          <span>{`${formatNumber(count)} ×`}</span> <bdi>{titles.get(productId)}</bdi>
        </li>
      ))}
    </ul>
  );
}
