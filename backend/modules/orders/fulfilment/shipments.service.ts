import { PICKUP } from '#contract/orders/delivery.ts';
import type { ShipmentInput } from '#contract/orders/orders.input.ts';
import { unitsToShip } from '#contract/orders/orders.ts';
import { m } from '#messages';
import { type Actor, audit } from '../../../core/audit/audit.ts';
import { type EntityManager, inFreshTransaction } from '../../../core/database/db.ts';
import { AppError, invalid } from '../../../core/errors.ts';
import { emit } from '../../../core/events/outbox.ts';
import { newId } from '../../../core/ids.ts';
import { Refund } from '../money/refund.entity.ts';
import type { Order } from '../order.entity.ts';
import { lockOrder, orderName, record } from '../order-steps.ts';
import { unitsLeftToShip, unitsOf, waitingUnits } from '../returns/units-left.ts';
import { Withdrawal } from '../withdrawals/withdrawal.entity.ts';
import { Shipment } from './shipment.entity.ts';

/**
 * Records a shipment: of the given units, or of all that are left. The order is shipped once no unit is left.
 * @throws AppError notFound; conflict if the order is not to be shipped; invalid if it has fewer units
 */
export async function shipOrder(em: EntityManager, admin: Actor, orderId: string, input: ShipmentInput): Promise<void> {
  await inFreshTransaction(em, async (em) => {
    const order = await lockOrder(em, orderId);
    const lines = await order.lines.loadItems();
    const left = unitsLeftToShip({ lines, withdrawals: await em.find(Withdrawal, { order }) });
    const shipped = input.lines ?? left;
    const refusal = shippingRefusal(order, shipped);
    if (refusal !== null) throw new AppError('conflict', refusal);
    for (const { productId, count } of shipped) {
      const line = lines.find((each) => each.productId === productId);
      if (line === undefined) throw invalid({ lines: m.orders.noSuchProduct() });
      if (count > unitsOf(left, productId)) throw invalid({ lines: m.orders.shipTooMany() });
      line.shipped += count;
    }
    const { carrier, trackingNumber = '', trackingUrl = '' } = input;
    const units = shipped.map(({ productId, count }) => ({ productId, count }));
    const shipment = em.create(Shipment, { id: newId(), order, carrier, trackingNumber, trackingUrl, lines: units });
    await endShipping(em, order, admin);
    const changes = { carrier: { from: null, to: carrier }, trackingNumber: { from: null, to: trackingNumber } };
    audit(em, admin, { action: 'order.shipped', subjectId: orderId, subjectName: orderName(order), changes });
    emit(em, 'order.shipped', { orderId, shipmentId: shipment.id });
  });
}

/** Records that an order has arrived. @throws AppError notFound; conflict if that is not its next step */
export async function finishOrder(em: EntityManager, admin: Actor, orderId: string, step: 'delivered' | 'collected') {
  await inFreshTransaction(em, async (em) => {
    const order = await lockOrder(em, orderId);
    requireStep(order, step);
    // What is given back, or about to be, stays in the shop.
    if (step === 'collected' && !(await hasUnitsInShop(order)))
      throw new AppError('conflict', steps.collected.refusal());
    if (step === 'collected' && ((await isAwaitingRefund(em, order)) || (await isAwaitingWithdrawal(em, order))))
      throw new AppError('conflict', m.orders.awaitingRefund());
    order.fulfilment = step;
    await record(em, order, step, { by: 'shop', adminName: admin.username });
    audit(em, admin, { action: `order.${step}`, subjectId: orderId, subjectName: orderName(order) });
    emit(em, 'order.delivered', { orderId });
  });
}

/**
 * Ends the shipping of a locked order once no unit is left to ship: it is shipped, or canceled if all units were given back
 * before.
 */
export async function endShipping(em: EntityManager, order: Order, admin?: Actor): Promise<void> {
  if (order.fulfilment !== 'open' || (await hasUnitsInShop(order)) || (await isAwaitingRefund(em, order))) return;
  const isAnyShipped = (await order.lines.loadItems()).some(({ shipped }) => shipped > 0);
  order.fulfilment = isAnyShipped ? 'shipped' : 'canceled';
  if (isAnyShipped) await record(em, order, 'shipped', { by: 'shop', ...(admin && { adminName: admin.username }) });
}

async function hasUnitsInShop(order: Order): Promise<boolean> {
  return (await order.lines.loadItems()).some((line) => unitsToShip(line) > 0);
}

/** Whether a statement about units waits until another refund is carried out. */
async function isAwaitingWithdrawal(em: EntityManager, order: Order): Promise<boolean> {
  return waitingUnits(await em.find(Withdrawal, { order })).length > 0;
}

/** Whether units in the shop are being given back: if the provider rejects that, they are to be handed over after all. */
async function isAwaitingRefund(em: EntityManager, order: Order): Promise<boolean> {
  const refunds = await em.find(Refund, { order });
  return refunds.some(({ state, lines }) => {
    return state === 'requested' && lines.some(({ count, returned = 0 }) => count > returned);
  });
}

/** Why units of an order can't be shipped; null if they can. */
export function shippingRefusal(
  { state, fulfilment, shippingMethod }: Pick<Order, 'state' | 'fulfilment' | 'shippingMethod'>,
  units: readonly unknown[],
): string | null {
  if (state === 'canceled') return m.orders.isCanceled();
  if (state === 'refunded') return m.orders.isRefunded();
  if (state !== 'paid') return m.orders.isNotPaid();
  if (shippingMethod === PICKUP) return m.orders.isCollected();
  // Its units were all given back, or are being given back.
  const isCanceled = fulfilment === 'canceled';
  if (fulfilment !== 'open' && !isCanceled) return m.orders.isShipped();
  return isCanceled || units.length === 0 ? m.orders.nothingToShip() : null;
}

/** The last steps of the goods, and where each comes from. */
const steps = {
  delivered: { previous: 'shipped', refusal: m.orders.deliverOnlyShipped },
  collected: { previous: 'open', refusal: m.orders.notToCollect },
} as const;

function requireStep({ state, fulfilment, shippingMethod }: Order, step: keyof typeof steps): void {
  const isPickup = shippingMethod === PICKUP;
  // A delivered order may be refunded in part or in full on its way.
  const isPaid = state === 'paid' || (state === 'refunded' && step === 'delivered');
  const isNext = isPaid && fulfilment === steps[step].previous && isPickup === (step === 'collected');
  if (!isNext) throw new AppError('conflict', steps[step].refusal());
}
