import { type CurrencyCode, toMajorUnits } from '#contract/money.ts';
import type { AdminOrderView, OrderView } from '#contract/orders.ts';
import type { QuoteView } from '#contract/payments.ts';
import type { AdminOrderRow } from './orders.admin.queries.ts';
import type { OrderRow } from './orders.queries.ts';
import type { PricedCart } from './priced-cart.ts';
import { presentOffered } from './shipping-choice.ts';

/** An order as the API shows it to its shopper. */
export function presentOrder({ id, number, state, currency, amount, lines, createdAt }: OrderRow): OrderView {
  return {
    _id: id,
    number,
    state,
    currency,
    amount: toMajorUnits(amount),
    lines: lines.map(({ unitPriceCents, ...line }) => ({ ...line, price: toMajorUnits(unitPriceCents) })),
    date: new Date(createdAt).toISOString(),
  };
}

/** A priced cart as the API shows it. */
export function presentQuote(
  { lines, price, taxRateHundredths, methods, method }: PricedCart,
  currency: CurrencyCode,
): QuoteView {
  const { subtotal, discount, shipping, amount, tax } = price;
  return {
    lines: lines.map(({ productId, title, count, left }, index) => ({
      productId,
      title,
      price: toMajorUnits(price.lines[index]?.price ?? 0),
      count,
      amount: toMajorUnits(price.lines[index]?.amount ?? 0),
      left,
    })),
    subtotal: toMajorUnits(subtotal),
    discount: toMajorUnits(discount),
    shipping: toMajorUnits(shipping),
    amount: toMajorUnits(amount),
    tax: { rate: taxRateHundredths / 100, amount: toMajorUnits(tax) },
    shippingMethods: methods.map((each) => presentOffered(each, currency)),
    shippingMethod: method.code,
  };
}

/** An order as the API shows it to admins. */
export function presentAdminOrder(order: AdminOrderRow): AdminOrderView {
  const { paymentIntentId, shopperId, username, email, checkedAt } = order;
  const isKnown = shopperId !== null && username !== null && email !== null;
  return {
    ...presentOrder(order),
    paymentIntentId,
    shopper: isKnown ? { _id: shopperId, username, email } : null,
    checkedAt: new Date(checkedAt).toISOString(),
  };
}
