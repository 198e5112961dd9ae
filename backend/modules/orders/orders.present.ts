import { type CurrencyCode, toMajorUnits } from '#contract/money.ts';
import {
  type AdminOrderDetailView,
  type AdminOrderView,
  type OrderDetailView,
  type OrderLineView,
  type OrderView,
  returnedUnits,
} from '#contract/orders.ts';
import type { QuoteView } from '#contract/payments.ts';
import type { AdminOrderDetailRow, AdminOrderRow } from './dashboard/orders.admin.queries.ts';
import { mailDetail } from './mails/mail-detail.ts';
import type { OrderDetailRow, OrderRow } from './orders.queries.ts';
import type { PricedCart } from './placing/priced-cart.ts';
import { presentOffered } from './placing/shipping-choice.ts';

/** An order as the API shows it to its shopper. */
export function presentOrder({ id, number, state, currency, amount, lines, createdAt }: OrderRow): OrderView {
  return {
    _id: id,
    number,
    state,
    currency,
    amount: toMajorUnits(amount),
    lines: lines.map(presentLine),
    date: new Date(createdAt).toISOString(),
  };
}

function presentLine({ productId, title, detail, unitPriceCents, count }: OrderRow['lines'][number]): OrderLineView {
  return { productId, title, detail, price: toMajorUnits(unitPriceCents), count };
}

/** An order's page as the API shows it to its shopper. */
export function presentOrderDetail(order: OrderDetailRow): OrderDetailView {
  const { state, fulfilment, cancelRequestedBy, taxRateHundredths, lines } = order;
  const { discountCode, shippingMethod, shippingName, delivery, note } = order;
  const isOpen = (state === 'pending' || state === 'failed') && cancelRequestedBy === null;
  const isUntouched = fulfilment === 'open' && lines.every(({ shipped }) => shipped === 0);
  return {
    ...presentOrder(order),
    subtotal: toMajorUnits(order.subtotal),
    discount: toMajorUnits(order.discount),
    discountCode,
    shipping: toMajorUnits(order.shipping),
    tax: { rate: taxRateHundredths / 100, amount: toMajorUnits(order.tax) },
    refunded: toMajorUnits(order.refunded),
    shippingMethod,
    shippingName,
    delivery,
    note,
    fulfilment,
    shipments: order.shipments.map(({ id: _, date, ...shipment }) => ({
      ...shipment,
      date: new Date(date).toISOString(),
    })),
    history: order.history.map(({ date, what, by }) => ({ date: new Date(date).toISOString(), what, by })),
    canPay: isOpen,
    canCancel: isOpen || (state === 'paid' && isUntouched),
  };
}

/** An order's page as the API shows it to admins. */
export function presentAdminOrderDetail(order: AdminOrderDetailRow): AdminOrderDetailView {
  const detail = presentOrderDetail(order);
  return {
    ...detail,
    ...presentForAdmins(order),
    country: order.country,
    lines: order.lines.map((line) => {
      const { shipped, refunded, isDiscounted } = line;
      return { ...presentLine(line), shipped, refunded, returned: returnedUnits(line), isDiscounted };
    }),
    history: detail.history.map((step, index) => {
      const adminName = order.history[index]?.adminName;
      return adminName ? { ...step, adminName } : step;
    }),
    refunds: order.refunds.map(({ id, amount, date, ...refund }) => ({
      _id: id,
      ...refund,
      amount: toMajorUnits(amount),
      date: new Date(date).toISOString(),
    })),
    notes: order.notes.map(({ id, date, ...note }) => ({ _id: id, ...note, date: new Date(date).toISOString() })),
    mails: order.mails.map((mail) => ({
      _id: mail.id,
      kind: mail.kind,
      detail: mailDetail(mail, order, order.shipments),
      date: new Date(mail.date).toISOString(),
      resends: mail.resends.map(({ date, adminName, sentAt }) => ({
        date: new Date(date).toISOString(),
        adminName,
        isSent: sentAt !== null,
      })),
    })),
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
  const { fulfilment, refunded, country } = order;
  return {
    ...presentOrder(order),
    ...presentForAdmins(order),
    fulfilment,
    refunded: toMajorUnits(refunded),
    country,
  };
}

function presentForAdmins({
  paymentIntentId,
  shopperId,
  username,
  email,
  checkedAt,
  disputedAt,
}: AdminOrderRow | AdminOrderDetailRow) {
  const isKnown = shopperId !== null && username !== null && email !== null;
  return {
    paymentIntentId,
    shopper: isKnown ? { _id: shopperId, username, email } : null,
    checkedAt: new Date(checkedAt).toISOString(),
    isDisputed: disputedAt !== null,
  };
}
