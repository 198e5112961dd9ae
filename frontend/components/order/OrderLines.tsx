import { Link } from 'wouter';
import type { ProductView } from '#contract/catalogue/catalogue.ts';
import type { OrderLineView, OrderView } from '#contract/orders/orders.ts';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { formatAmount } from '#contract/values/money.ts';
import { m } from '#messages';
import { productsById } from '../../api/listing.ts';
import { useRemote } from '../../api/useRemote.ts';
import { ProductDetailLine } from '../product/ProductDetailLine.tsx';
import { ProductPicture } from '../product/ProductPicture.tsx';
import styles from './OrderLines.module.css';

type OrderItemsProps = {
  order: Pick<OrderView, 'lines' | 'currency'>;
  /** The products of the lines by their ids, for their pictures; absent to show none. */
  products?: ReadonlyMap<string, ProductView>;
};

/** An order's lines in its currency, each rounded separately. */
export function OrderItems({ order: { lines, currency }, products }: OrderItemsProps) {
  return (
    <ul className={`stack ${products ? '' : 'gap-2'}`}>
      {lines.map((line) => (
        <li key={line.productId} className={`row spread gap-4 ${products ? '' : 'baseline'}`}>
          {products && <LinePicture product={products.get(line.productId)} />}
          <LineText line={line} />
          <span className="numbers nowrap">{formatAmount(line.amount, currency)}</span>
        </li>
      ))}
      {lines.length === 0 && <li>{m.ownOrder.noItems()}</li>}
    </ul>
  );
}

function LineText({ line: { productId, title, detail, count } }: { line: OrderLineView }) {
  return (
    <div className="grow breaks">
      <Link href={pageAddress('product', { productId })} className="quiet-link" dir="auto">
        {title}
      </Link>{' '}
      <span className="nowrap">{`× ${count}`}</span>
      <ProductDetailLine text={detail} />
    </div>
  );
}

/** The link beside it leads to the product too, so that this one is left out for keyboards and screen readers. */
function LinePicture({ product }: { product: ProductView | undefined }) {
  if (product === undefined) return <span className={`rounded ${styles.picture}`} />;
  return (
    <Link
      href={pageAddress('product', { productId: product._id })}
      className={`rounded ${styles.picture}`}
      tabIndex={-1}
      aria-hidden="true"
    >
      <ProductPicture {...product} alt="" sizes="4rem" small />
    </Link>
  );
}

/** The products of orders that are still in the catalogue, by their ids. */
export function useOrderedProducts(orders: readonly OrderView[]): ReadonlyMap<string, ProductView> {
  const ids = [...new Set(orders.flatMap(({ lines }) => lines.map(({ productId }) => productId)))];
  const { data = [] } = useRemote(productsById, ids, { isQuiet: true, keepsPrevious: true });
  return new Map(data.map((product) => [product._id, product]));
}

/** An order's lines with the pictures of their products. */
export function PicturedItems({ order }: { order: OrderView }) {
  return <OrderItems order={order} products={useOrderedProducts([order])} />;
}

type OrderLinesProps = OrderItemsProps & { order: Pick<OrderView, 'amount'> };

/** An order's lines and its total, the amount charged. */
export function OrderLines({ order, products }: OrderLinesProps) {
  return (
    <div>
      <OrderItems order={order} products={products} />
      <p className={`row baseline spread gap-4 ${styles.total}`}>
        <span>{m.checkout.total()}</span>
        <span className="numbers nowrap">{formatAmount(order.amount, order.currency)}</span>
      </p>
    </div>
  );
}
