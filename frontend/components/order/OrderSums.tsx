import type { ReactNode } from 'react';
import type { OrderDetailView } from '#contract/orders/orders.ts';
import { formatAmount } from '#contract/values/money.ts';
import { formatDecimal } from '#contract/values/numbers.ts';
import { m } from '#messages';
import { OrderItems, PicturedItems } from './OrderLines.tsx';
import styles from './OrderSums.module.css';

type OrderSumsProps = {
  order: OrderDetailView;
  /** Whether the lines show pictures. */
  pictured?: boolean;
};

/** The lines of an order, and what they cost with discount, shipping and VAT. */
export function OrderSums({ order, pictured = false }: OrderSumsProps) {
  const { currency, subtotal, discount, discountCode, shipping, shippingName, amount, taxes, refunded, reverseCharge } =
    order;
  const money = (value: number) => formatAmount(value, currency);
  return (
    <>
      {pictured ? <PicturedItems order={order} /> : <OrderItems order={order} />}
      <dl className={`stack gap-2 text-compact ${styles.sums}`}>
        <Sum name={m.checkout.subtotal()} amount={money(subtotal)} />
        {discount > 0 && <Sum name={m.ownOrder.discount({ code: discountCode })} amount={`−${money(discount)}`} />}
        <Sum name={shippingName} amount={shipping > 0 ? money(shipping) : m.checkout.free()} />
        <Sum name={m.checkout.total()} amount={money(amount)} isTotal />
        {taxes.map(
          ({ rate, amount }) =>
            amount > 0 && (
              <Sum key={rate} name={m.ownOrder.includesVat({ rate: formatDecimal(rate) })} amount={money(amount)} />
            ),
        )}
        {reverseCharge && <Sum name={m.vat.reverseCharge()} amount={money(0)} />}
        {refunded > 0 && <Sum name={m.ownOrder.refunded()} amount={`−${money(refunded)}`} />}
      </dl>
    </>
  );
}

type SumProps = { name: ReactNode; amount: ReactNode; isTotal?: boolean };

/** A row of a `dl` that leads to a total. */
export function Sum({ name, amount, isTotal = false }: SumProps) {
  return (
    <div className={`row baseline spread ${isTotal ? 'bold text-lead' : ''}`}>
      <dt className={isTotal ? undefined : 'soft breaks'}>{name}</dt>
      <dd className="numbers nowrap">{amount}</dd>
    </div>
  );
}
