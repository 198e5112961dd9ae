import { toMajorUnits, toMinorUnits } from '#contract/values/money.ts';
import { m } from '#messages';
import type { Actor } from '../../../core/audit/audit.ts';
import { currentTime } from '../../../core/database/columns.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { AppError, invalid } from '../../../core/errors.ts';
import { emit } from '../../../core/events/outbox.ts';
import { newId } from '../../../core/ids.ts';
import type { Units } from '../../catalogue/products/stock.ts';
import { endShipping } from '../fulfilment/shipments.service.ts';
import type { Order, OrderLine } from '../order.entity.ts';
import { giveBackDiscount } from '../placing/holds.ts';
import type { OrderReturn } from '../returns/order-return.entity.ts';
import { unitsAtShopper, unitsIn, unitsOf } from '../returns/units-left.ts';
import type { Withdrawal } from '../withdrawals/withdrawal.entity.ts';
import { isUnshipped } from './cancelable.ts';
import { Refund, type RefundedUnits } from './refund.entity.ts';
import { auditRefund, createRefund, type RefundRequest } from './refund-records.ts';
import { amountLeft, createCancellation, findOpen } from './refund-requests.ts';
import { countRefunded, valueOfUnits } from './refunded-units.ts';
import { restock } from './restocking.ts';

/**
 * Takes withdrawn units that are still in the shop off a locked order, records their refund, and announces that it is to be
 * carried out. An order of which nothing is left then is canceled, and refunded in full.
 */
export async function refundWithdrawn(
  em: EntityManager,
  order: Order,
  { id: withdrawalId, reference: reason }: Withdrawal,
  units: readonly Units[],
): Promise<void> {
  const lines = await order.lines.loadItems();
  const left = amountLeft(order, await findOpen(em, order));
  const isRest = lines.every((line) => line.refunded + unitsOf(units, line.productId) === line.count);
  if (isRest && isUnshipped(order, lines) && left > 0) {
    const refund = createCancellation(em, order, lines, { amount: left, by: 'shopper', reason });
    refund.withdrawalId = withdrawalId;
  } else {
    const { value, givesDelivery } = await withdrawnValue(em, order, lines, units);
    const refund = em.create(Refund, {
      id: newId(),
      order,
      amount: Math.min(value, left),
      lines: units.map((each) => ({ ...each, returned: 0 })),
      restocked: [...units],
      reason,
      by: 'shopper',
      withdrawalId,
      givesDelivery,
      requestHash: '',
    });
    await record(em, order, lines, refund);
  }
  emit(em, 'order.refundRequested', { orderId: order.id });
}

/**
 * Records the refund of the units of a return that came back, as far as they are not refunded otherwise. If no money is left
 * to give back, it is of nothing, and the units are back all the same.
 * @throws AppError invalid if the amount is more than that; conflict while another refund of the order is carried out
 */
export async function refundReturned(
  em: EntityManager,
  admin: Actor,
  order: Order,
  goods: OrderReturn,
  request: RefundRequest,
): Promise<Refund> {
  const lines = await order.lines.loadItems();
  const open = await findOpen(em, order);
  const left = amountLeft(order, open);
  const amount = request.input?.amount;
  if (amount !== undefined && toMinorUnits(amount) > left) throw invalid({ amount: m.orders.refundTooMuch() });
  const { units, value, givesDelivery } = await returnedValue(em, order, lines, goods);
  const asNew = goods.received.filter(({ condition }) => condition === 'asNew');
  const given = amount === undefined ? Math.min(value, left) : toMinorUnits(amount);
  // Another refund may still be rejected: then more is to be given back.
  if (open.length > 0) throw new AppError('conflict', m.returns.refundUnderway());
  const refund = createRefund(em, admin, order, request, {
    amount: given,
    lines: units,
    restocked: request.input?.restock ? asNew.map(({ productId, count }) => ({ productId, count })) : [],
  });
  refund.returnId = goods.id;
  refund.withdrawalId = goods.withdrawalId ?? null;
  refund.givesDelivery = givesDelivery;
  auditRefund(em, admin, order, request, 'order.refundRequested', { refund: toMajorUnits(refund.amount) });
  await record(em, order, lines, refund);
  return refund;
}

/** What refundReturned gives back now without another amount, and how much of it is delivery, in minor units. */
export async function refundableOf(
  em: EntityManager,
  order: Order,
  goods: OrderReturn,
): Promise<{ amount: number; delivery: number }> {
  const left = amountLeft(order, await findOpen(em, order));
  const { value, givesDelivery } = await returnedValue(em, order, await order.lines.loadItems(), goods);
  const amount = Math.min(value, left);
  return { amount, delivery: givesDelivery ? Math.min(deliveryOf(order), amount) : 0 };
}

/** The units of a return that are not refunded otherwise, and what they give back, whatever is left of the payment. */
async function returnedValue(em: EntityManager, order: Order, lines: readonly OrderLine[], goods: OrderReturn) {
  const units = unitsIn(goods).flatMap(({ productId, count }): RefundedUnits[] => {
    const line = lines.find((each) => each.productId === productId);
    const kept = line === undefined ? 0 : Math.min(count, unitsAtShopper(line, order.fulfilment));
    if (line === undefined || kept === 0) return [];
    return [{ productId, count: kept, returned: order.fulfilment === 'collected' ? 0 : kept }];
  });
  const given = goods.withdrawalId
    ? await withdrawnValue(em, order, lines, units)
    : { value: valueOfUnits(order, lines, units), givesDelivery: false };
  return { units, ...given };
}

/** Counts the units of a refund. One of nothing is done at once. */
async function record(em: EntityManager, order: Order, lines: readonly OrderLine[], refund: Refund): Promise<void> {
  countRefunded(lines, refund.lines, 1);
  order.checkedAt = currentTime();
  if (refund.amount > 0) return;
  refund.state = 'done';
  // As a refund of all units does. Discounts are locked before products.
  if (order.state === 'refunded' && refund.restocked.length > 0) await giveBackDiscount(em, order);
  await restock(em, order, [refund]);
  await endShipping(em, order);
}

/** What units that are withdrawn give back: the last of an order with the delivery, once. */
async function withdrawnValue(
  em: EntityManager,
  order: Order,
  lines: readonly OrderLine[],
  units: readonly Units[],
): Promise<{ value: number; givesDelivery: boolean }> {
  const refunds = await em.find(Refund, { order, withdrawalId: { $ne: null }, state: { $in: ['requested', 'done'] } });
  const withdrawn = [...refunds.flatMap((refund) => refund.lines), ...units];
  const isWhole = lines.every((line) => unitsOf(withdrawn, line.productId) === line.count);
  const value = valueOfUnits(order, lines, units);
  // An earlier refund that failed may be the last one to be made.
  const isGiven = refunds.some(({ givesDelivery }) => givesDelivery);
  if (!isWhole || isGiven) return { value, givesDelivery: false };
  // What rounding gave back too much of before stays with the shopper.
  return { value: Math.max(0, value + deliveryOf(order) + roundingOf(order, lines)), givesDelivery: true };
}

/** The cheapest delivery that was offered, at most what was paid: Directive 2011/83/EU, Art. 13 (2). */
function deliveryOf({ cheapestShipping, shipping }: Order): number {
  return Math.min(cheapestShipping ?? shipping, shipping);
}

/** What the goods cost together beyond their single units: each price is converted, and so is their sum. */
function roundingOf(order: Order, lines: readonly OrderLine[]): number {
  const all = lines.map(({ productId, unitPriceCents, taxRateHundredths, count, isDiscounted }) => {
    return { productId, unitPriceCents, taxRateHundredths, count, isDiscounted, refunded: 0 };
  });
  return order.subtotal - order.discount - valueOfUnits(order, all, all);
}
