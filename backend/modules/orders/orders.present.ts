import {
  type AdminOrderDetailView,
  type AdminOrderLineView,
  type AdminOrderView,
  type DisputeState,
  type OrderDetailView,
  type OrderLineView,
  type OrderView,
  returnedUnits,
  type TaxPart,
  type TaxRateView,
} from '#contract/orders/orders.ts';
import type { QuoteView } from '#contract/orders/payments.ts';
import type { Charging, TaxShare } from '#contract/orders/pricing.ts';
import type { UnitsLeftView } from '#contract/orders/returns.ts';
import type { OrderTextView } from '#contract/shop/legal-pages.ts';
import type { CustomerView } from '#contract/users/customers.ts';
import { type CurrencyCode, toMajorUnits } from '#contract/values/money.ts';
import { m } from '#messages';
import { isoDate } from '../../core/database/iso-date.ts';
import type { AdminOrderRow, CustomerRows } from './dashboard/orders.admin.queries.ts';
import { mailDetail } from './mails/order-email-parts.ts';
import { isCancelable } from './money/cancelable.ts';
import { openStates } from './money/unsettled.queries.ts';
import { lineAmountOf, taxesOf, unitPriceOf } from './order-amounts.ts';
import type { OrderRow } from './orders.queries.ts';
import type { Buyer } from './placing/price-cart.ts';
import type { PricedCart } from './placing/priced-cart.ts';
import { presentOffered } from './placing/shipping-choice.ts';
import { presentReturn, presentShopper } from './returns/returns.present.ts';
import { unitsLeftOf, unitsLeftToShip, unitsOf, unitsToWithdraw, waitingUnits } from './returns/units-left.ts';
import { type WithdrawalSettings, withdrawUntil } from './withdrawals/deadline.ts';

/** An order as the API shows it to its shopper. */
export function presentOrder({
  id,
  number,
  state,
  fulfilment,
  currency,
  amount,
  reverseCharge,
  lines,
  createdAt,
}: OrderRow): OrderView {
  return {
    _id: id,
    number,
    state,
    fulfilment,
    currency,
    amount: toMajorUnits(amount),
    lines: lines.map((line) => presentLine(line, { currency, reverseCharge })),
    date: isoDate(createdAt),
  };
}

function presentLine(line: OrderRow['lines'][number], order: Charging): OrderLineView {
  const { productId, title, detail, count } = line;
  const price = toMajorUnits(unitPriceOf(line, order));
  return { productId, title, detail, price, count, amount: toMajorUnits(lineAmountOf(line, order)) };
}

function presentAdminLine(line: OrderRow['lines'][number], order: Charging): AdminOrderLineView {
  return { ...presentLine(line, order), defaultTitle: line.defaultTitle ?? line.title };
}

/** An order's page as the API shows it to its shopper. */
export function presentOrderDetail(order: OrderRow, settings: WithdrawalSettings): OrderDetailView {
  const { state, cancelRequestedBy, discountCode, delivery, note, fulfilment } = order;
  const { shippingMethod, shippingName, minDays, maxDays } = order;
  const isOpen = openStates.includes(state) && cancelRequestedBy === null;
  const waiting = waitingUnits(order.withdrawals);
  const left = order.lines.map((line) => unitsLeftOf(line, fulfilment, order.returns, waiting));
  return {
    ...presentOrder(order),
    lines: order.lines.map((line, index) => ({ ...presentLine(line, order), ...(left[index] as UnitsLeftView) })),
    subtotal: toMajorUnits(order.subtotal),
    discount: toMajorUnits(order.discount),
    discountCode,
    shipping: toMajorUnits(order.shipping),
    ...presentTaxes(taxesOf(order)),
    reverseCharge: order.reverseCharge,
    billing: order.billing,
    vatCheck: order.vatCheck?.result ?? null,
    refunded: toMajorUnits(order.refunded),
    shippingMethod,
    shippingName,
    minDays,
    maxDays,
    delivery,
    note,
    texts: order.texts,
    shipments: order.shipments.map(({ id: _, returnId: __, date, ...shipment }) => ({
      ...shipment,
      date: isoDate(date),
    })),
    history: order.history.map(({ adminName: _, returnId: __, date, ...step }) => ({ ...step, date: isoDate(date) })),
    dispute: disputeOf(order),
    returns: order.returns.map((each) => presentReturn(order, each)),
    withdrawals: order.withdrawals.map(({ state: _, receivedAt, ...each }) => ({
      ...each,
      receivedAt: isoDate(receivedAt),
    })),
    canWithdraw: unitsToWithdraw(order).length > 0,
    withdrawUntil: withdrawUntil(order, settings)?.toISOString() ?? null,
    canPay: isOpen,
    canCancel: isOpen || isCancelable(order, order.lines, Boolean(order.isRefunding)),
  };
}

/** An order as the API shows it to admins. */
export function presentAdminOrder(order: AdminOrderRow): AdminOrderView {
  const { paymentIntentId, delivery } = order;
  return {
    ...presentOrder(order),
    lines: order.lines.map((line) => presentAdminLine(line, order)),
    paymentIntentId,
    shopper: presentShopper(order),
    checkedAt: isoDate(order.checkedAt),
    isDisputed: order.disputedAt !== null,
    dispute: disputeOf(order),
    lost: toMajorUnits(order.lost),
    refunded: toMajorUnits(order.refunded),
    shippingName: order.shippingName,
    country: delivery?.country ?? null,
    carriers: [...new Set(order.shipments.map(({ carrier }) => carrier))],
  };
}

/** The outcome of an order's disputes together: an open one comes first, and one is lost if any is. */
function disputeOf({ disputes, disputedAt }: Pick<OrderRow, 'disputes' | 'disputedAt'>): DisputeState | null {
  const decisive = (['open', 'lost', 'won'] as const).find((state) => disputes.some((each) => each.state === state));
  return decisive ?? (disputedAt === null ? null : 'open');
}

/** What a user has bought, as the API shows it to admins. */
export function presentCustomer({ orders, spent }: CustomerRows): CustomerView {
  return {
    orders: orders.map(presentAdminOrder),
    spent: spent.map(({ currency, amount }) => ({ currency, amount: toMajorUnits(amount) })),
  };
}

/** An order's page as the API shows it to admins. */
export function presentAdminOrderDetail(order: AdminOrderRow, settings: WithdrawalSettings): AdminOrderDetailView {
  const { lines, ...detail } = presentOrderDetail(order, settings);
  const toShip = unitsLeftToShip(order);
  return {
    ...detail,
    ...presentAdminOrder(order),
    lines: order.lines.map((line, index) => {
      const { shipped, refunded, isDiscounted, taken } = line;
      const unitPrice = toMajorUnits(unitPriceOf(line, order));
      const left = lines[index] as UnitsLeftView;
      return {
        ...left,
        ...presentAdminLine(line, order),
        unitPrice,
        shipped,
        toShip: unitsOf(toShip, line.productId),
        refunded,
        returned: returnedUnits(line),
        isDiscounted,
        taken,
      };
    }),
    returns: order.returns.map((each) => presentReturn(order, each, { forAdmins: true })),
    history: order.history.map(({ adminName, returnId: _, date, ...step }) => ({
      ...step,
      date: isoDate(date),
      ...(adminName !== null && { adminName }),
    })),
    vatConsultation: order.vatCheck && {
      date: order.vatCheck.date,
      consultationNumber: order.vatCheck.consultationNumber,
    },
    refunds: order.refunds.map(({ id, amount, date, by, cancels, reason, ...refund }) => ({
      _id: id,
      ...refund,
      // Only refundOutdated cancels in the name of the shop.
      reason: cancels && by === 'shop' ? m.orders.paidLate() : reason,
      amount: toMajorUnits(amount),
      date: isoDate(date),
    })),
    notes: order.notes.map(({ id, date, ...note }) => ({ _id: id, ...note, date: isoDate(date) })),
    mails: order.mails.map((mail) => ({
      _id: mail.id,
      kind: mail.kind,
      detail: mailDetail(mail, order),
      date: isoDate(mail.sentAt),
      resends: mail.resends.map(({ date, adminName, sentAt }) => ({
        date: isoDate(date),
        adminName,
        isSent: sentAt !== null,
      })),
    })),
  };
}

/** A priced cart as the API shows it. */
export function presentQuote(
  { lines, price, methods, method, reverseCharge, vatCheck }: PricedCart & Pick<Buyer, 'vatCheck'>,
  currency: CurrencyCode,
  texts: OrderTextView[],
): QuoteView {
  const { subtotal, discount, shipping, amount } = price;
  return {
    lines: lines.map(({ productId, title, count, amount, left }, index) => ({
      productId,
      title,
      price: toMajorUnits(price.lines[index]?.price ?? 0),
      count,
      amount: toMajorUnits(amount),
      left,
    })),
    subtotal: toMajorUnits(subtotal),
    discount: toMajorUnits(discount),
    shipping: toMajorUnits(shipping),
    amount: toMajorUnits(amount),
    ...presentTaxes(price.taxes),
    reverseCharge,
    vatCheck: vatCheck?.result ?? null,
    shippingMethods: methods.map((each) => ({
      ...presentOffered(each, currency),
      price: toMajorUnits(each.charged),
    })),
    shippingMethod: method.code,
    texts,
  };
}

/** VAT as the API shows it. */
function presentTaxes(taxes: readonly TaxShare[]): { tax: TaxPart; taxes: TaxRateView[] } {
  const views = taxes.map(({ rateHundredths, net, tax }) => ({
    rate: rateHundredths / 100,
    net: toMajorUnits(net),
    amount: toMajorUnits(tax),
  }));
  const [only, ...others] = views;
  const rate = only === undefined || others.length > 0 ? null : only.rate;
  return { tax: { rate, amount: toMajorUnits(taxes.reduce((sum, { tax }) => sum + tax, 0)) }, taxes: views };
}
