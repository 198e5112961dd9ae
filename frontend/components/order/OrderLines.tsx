import { Link } from 'wouter';
import { formatAmount, formatLineTotal, toCents } from '#contract/money.ts';
import type { OrderView } from '#contract/orders.ts';
import { pageAddress } from '#contract/page-addresses.ts';
import { ProductDetailLine } from '../product/ProductDetailLine.tsx';
import styles from './OrderLines.module.css';

/** An order's lines in its currency, each rounded separately. */
export function OrderItems({ order: { lines, currency } }: { order: Pick<OrderView, 'lines' | 'currency'> }) {
  return (
    <ul className="stack gap-2">
      {lines.map(({ productId, title, detail, price, count }) => (
        <li key={productId} className="row baseline spread gap-4">
          <div className="grow breaks">
            <Link href={pageAddress('product', { productId })} className="quiet-link" dir="auto">
              {title}
            </Link>{' '}
            <span>{`× ${count}`}</span>
            <ProductDetailLine text={detail} />
          </div>
          <span className="numbers nowrap">{formatLineTotal(toCents(price), count, currency)}</span>
        </li>
      ))}
      {lines.length === 0 && <li>No items</li>}
    </ul>
  );
}

/** An order's lines and its total, the amount charged. */
export function OrderLines({ order }: { order: Pick<OrderView, 'lines' | 'currency' | 'amount'> }) {
  return (
    <div>
      <OrderItems order={order} />
      <p className={`row baseline spread gap-4 ${styles.total}`}>
        <span>Total</span>
        <span className="numbers nowrap">{formatAmount(order.amount, order.currency)}</span>
      </p>
    </div>
  );
}
