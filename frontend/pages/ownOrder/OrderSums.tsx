import { Link } from 'wouter';
import { formatAmount, formatLineTotal, toCents } from '#contract/money.ts';
import type { OrderDetailView } from '#contract/orders.ts';
import { pageAddress } from '#contract/page-addresses.ts';
import { ProductDetailLine } from '../../components/ProductDetailLine.tsx';
import styles from './OrderSums.module.css';

/** The lines of an order, and what they cost with discount, shipping and VAT. */
export function OrderSums({ order }: { order: OrderDetailView }) {
  const { lines, currency, subtotal, discount, discountCode, shipping, shippingName, amount, tax, refunded } = order;
  const money = (value: number) => formatAmount(value, currency);
  return (
    <>
      <ul className={styles.lines}>
        {lines.map(({ productId, title, detail, price, count }) => (
          <li key={productId} className={styles.line}>
            <div className={styles.item}>
              <Link href={pageAddress('product', { productId })} className={styles.product} dir="auto">
                {title}
              </Link>{' '}
              × {count}
              <ProductDetailLine text={detail} />
            </div>
            <span className={styles.amount}>{formatLineTotal(toCents(price), count, currency)}</span>
          </li>
        ))}
      </ul>
      <dl className={styles.sums}>
        <Sum name="Subtotal" amount={money(subtotal)} />
        {discount > 0 && <Sum name={`Discount ${discountCode}`} amount={`−${money(discount)}`} />}
        <Sum name={shippingName} amount={shipping > 0 ? money(shipping) : 'Free'} />
        <Sum name="Total" amount={money(amount)} isTotal />
        {tax.amount > 0 && <Sum name={`Includes ${tax.rate}% VAT`} amount={money(tax.amount)} />}
        {refunded > 0 && <Sum name="Refunded" amount={`−${money(refunded)}`} />}
      </dl>
    </>
  );
}

function Sum({ name, amount, isTotal = false }: { name: string; amount: string; isTotal?: boolean }) {
  return (
    <div className={isTotal ? styles.total : styles.sum}>
      <dt>{name}</dt>
      <dd>{amount}</dd>
    </div>
  );
}
