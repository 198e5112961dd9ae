import type { SoldOut } from '#contract/orders/payments.ts';
import type { SendReturnInput } from '#contract/orders/returns.input.ts';
import { m } from '#messages';
import type { Actor } from '../../../core/audit/audit.ts';
import { type EntityManager, inFreshTransaction } from '../../../core/database/db.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { lockOffers } from '../../catalogue/catalogue.queries.ts';
import { takeUnits, type Units } from '../../catalogue/products/stock.ts';
import { Shipment } from '../fulfilment/shipment.entity.ts';
import { findOpen } from '../money/refund-requests.ts';
import type { Order } from '../order.entity.ts';
import { lockReturn, moveReturn } from './return-steps.ts';
import { auditReturn } from './returns.service.ts';
import { unitsIn } from './units-left.ts';

/**
 * Sends new units for those that came back, which are taken from stock and may be returned like the first.
 * @throws AppError notFound; conflict; soldOut
 */
export function replaceReturn(em: EntityManager, admin: Actor, returnId: string, input: SendReturnInput) {
  return sendGoods(em, admin, returnId, 'replaced', input);
}

/** Sends the units that came back, repaired. @throws AppError notFound, conflict */
export function repairReturn(em: EntityManager, admin: Actor, returnId: string, input: SendReturnInput) {
  return sendGoods(em, admin, returnId, 'repaired', input);
}

async function sendGoods(
  em: EntityManager,
  admin: Actor,
  returnId: string,
  state: 'replaced' | 'repaired',
  { carrier, trackingNumber }: SendReturnInput,
): Promise<void> {
  await inFreshTransaction(em, async (em) => {
    const { order, goods } = await lockReturn(em, returnId);
    const open = await findOpen(em, order);
    if (open.some((refund) => refund.returnId === returnId)) {
      throw new AppError('conflict', m.returns.refundUnderway());
    }
    await moveReturn(em, order, goods, state, { by: 'shop', adminName: admin.username });
    Object.assign(goods, { carrier, trackingNumber });
    const lines = unitsIn(goods);
    if (state === 'replaced') await takeReplacement(em, order, lines);
    em.create(Shipment, { id: newId(), order, carrier, trackingNumber, trackingUrl: '', lines, returnId });
    const action = state === 'replaced' ? 'order.returnReplaced' : 'order.returnRepaired';
    auditReturn(em, admin, order, goods, action, { carrier, trackingNumber });
  });
}

/** Takes counted units out of stock for a locked order. @throws AppError soldOut */
async function takeReplacement(em: EntityManager, order: Order, units: readonly Units[]): Promise<void> {
  const offers = await lockOffers(
    em,
    units.map(({ productId }) => productId),
  );
  const stock = new Map(offers.map(({ id, stock }) => [id, stock]));
  const available = units.flatMap(({ productId, count }) => {
    // Of a deleted product, nothing is left.
    const left = stock.has(productId) ? stock.get(productId) : 0;
    return left != null && left < count ? [{ productId, left }] : [];
  });
  if (available.length > 0)
    throw new AppError('soldOut', m.returns.soldOut(), { body: { available } satisfies SoldOut });
  const counted = units.filter(({ productId }) => stock.get(productId) != null);
  await takeUnits(em, counted);
  for (const line of await order.lines.loadItems()) {
    const count = counted.find(({ productId }) => productId === line.productId)?.count ?? 0;
    // The units that came back stay out of stock, and the order holds no more than its shopper keeps.
    line.taken = Math.max(line.taken, Math.min(line.taken + count, line.count - line.refunded));
  }
}
