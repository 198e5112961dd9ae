import { formatAmount } from '#contract/money.ts';
import type { OrderDetailView } from '#contract/orders.ts';
import { OrderItems } from './OrderLines.tsx';
import styles from './OrderSums.module.css';

/** The lines of an order, and what they cost with discount, shipping and VAT. */
export function OrderSums({ order }: { order: OrderDetailView }) {
  const { currency, subtotal, discount, discountCode, shipping, shippingName, amount, tax, refunded } = order;
  const money = (value: number) => formatAmount(value, currency);
  return (
    <>
      <OrderItems order={order} />
      <dl className={`stack gap-2 soft text-compact ${styles.sums}`}>
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
    <div className={`row baseline spread gap-4 ${isTotal ? `text-lead ${styles.total}` : ''}`}>
      <dt>{name}</dt>
      <dd className="numbers nowrap">{amount}</dd>
    </div>
  );
}
