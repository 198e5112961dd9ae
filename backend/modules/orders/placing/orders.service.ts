import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { PriceChanged, TextsChanged } from '#contract/orders/payments.ts';
import type { OrderTextView } from '#contract/shop/legal-pages.ts';
import { type CurrencyCode, toMajorUnits } from '#contract/values/money.ts';
import { currentCode, m } from '#messages';
import { currentTime } from '../../../core/database/columns.ts';
import { type EntityManager, inFreshTransaction } from '../../../core/database/db.ts';
import { prepared } from '../../../core/database/queries.ts';
import { AppError } from '../../../core/errors.ts';
import { sessionEnded } from '../../../core/http/sessions.ts';
import { textsInForce } from '../../pages/pages.queries.ts';
import { lockBuyer } from '../../users/accounts/users.queries.ts';
import { replaceOrders } from '../money/settle-order.ts';
import { lockOwnOpen, type OwnOrder, openStates } from '../money/unsettled.queries.ts';
import { findAndLock, lockOrder } from '../order-steps.ts';
import { db } from '../orders.tables.ts';
import { release } from './holds.ts';
import { createOrder, type OpenOrder } from './new-order.ts';
import { type CartRequest, type DeliverableCart, priceCart } from './price-cart.ts';
import { orderedTerms, requireSomethingToPay } from './priced-cart.ts';

export type OrderRequest = Extract<CartRequest, { delivery: unknown }> & {
  shippingMethod: string;
  /** The total the shopper saw, in major units of the currency. */
  amount: number;
  note: string;
  /** What the shopper was shown; undefined if that isn't known. */
  texts?: readonly OrderTextView[];
};

/** An order that can't be paid, whose payment the provider has canceled, or that is paid or being paid. */
export type Finding = 'unpayable' | 'canceled' | 'begun';

/**
 * Returns the shopper's open order for this request, or opens one at current prices, which takes its units and the use of
 * its discount. The same items make the same cart in any order, and concurrent calls share one order. The order replaces
 * the shopper's other unpaid ones, declined ones too: while their payments are not canceled, it only returns them as
 * `replaced` and changes nothing.
 * @param findings what earlier attempts found out about the shopper's orders, by id
 * @throws AppError productsMissing, soldOut, priceChanged (with the right amount), textsChanged, invalid; unauthenticated if the user
 * was deleted
 */
export async function openOrder(
  em: EntityManager,
  userId: string,
  request: OrderRequest,
  findings: ReadonlyMap<string, Finding> = new Map(),
): Promise<{ order: OpenOrder } | { replaced: OwnOrder[] }> {
  return inFreshTransaction(em, async (em) => {
    // Locking the shopper keeps two tabs from opening two orders for one cart.
    const buyer = await lockBuyer(em, userId);
    if (buyer === null) throw sessionEnded();
    // Orders are locked before discounts, and discounts before products, in every transaction that changes them.
    const own = (await lockOwnOpen(em, userId)).filter(({ id }) => findings.get(id) !== 'begun');
    const priced = await priceCart(em, request, userId, own);
    const { amount } = priced.price;
    if (toMajorUnits(amount) !== request.amount) throw priceChanged(amount, request.currency);
    requireSomethingToPay(priced, 'amount');
    const texts = await textsInForce(em);
    if (request.texts && !isDeepStrictEqual(request.texts, texts)) throw textsChanged(texts);

    const cartFingerprint = fingerprint(priced, { ...request, texts });
    const open = own.findLast(
      (order) =>
        order.cartFingerprint === cartFingerprint && order.cancelRequestedBy === null && !findings.has(order.id),
    );
    const others = own.filter((order) => order !== open);
    const replaced = others.filter(({ id }) => findings.get(id) !== 'canceled');
    if (replaced.length > 0) return { replaced };

    const canceled = [...findings.keys()].filter((id) => findings.get(id) === 'canceled');
    const otherIds = others.map(({ id }) => id);
    await replaceOrders(em, otherIds, canceled);
    if (open !== undefined) {
      await db(em).updateTable('shopOrder').set({ attemptedAt: sql`now()` }).where('id', '=', open.id).execute();
      return { order: open };
    }
    return { order: await createOrder(em, { ...request, userId, buyer, cartFingerprint, texts }, priced) };
  });
}

function priceChanged(amount: number, currency: CurrencyCode): AppError {
  return new AppError('priceChanged', m.orders.priceChanged(), {
    body: { amount: toMajorUnits(amount), currency } satisfies PriceChanged,
  });
}

function textsChanged(texts: OrderTextView[]): AppError {
  return new AppError('textsChanged', m.orders.textsChanged(), { body: { texts } satisfies TextsChanged });
}

/** Identifies requests for the same order: one to which other terms apply, also if its total is the same, is another. */
function fingerprint(
  cart: DeliverableCart,
  { currency, note, texts }: Pick<OrderRequest, 'currency' | 'note'> & { texts: readonly OrderTextView[] },
): string {
  const { lines, delivery, billing } = cart;
  const items = lines
    .map(({ productId, unitPriceCents, taxRateHundredths, isDiscounted, count }) => {
      return [productId, unitPriceCents, taxRateHundredths, isDiscounted, count] as const;
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const content = [currency, items, orderedTerms(cart), delivery, billing, note, currentCode(), texts];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** Lets the shopper go on paying an unpaid order. @throws AppError notFound, conflict */
export async function reopenOrder(em: EntityManager, userId: string, orderId: string): Promise<OpenOrder> {
  return inFreshTransaction(em, async (em) => {
    const order = await lockOrder(em, orderId, userId);
    if (!openStates.includes(order.state) || order.cancelRequestedBy) {
      throw new AppError('conflict', m.orders.cannotPay());
    }
    order.attemptedAt = currentTime();
    return order;
  });
}

/** Attaches a payment to its order, unless it has one. @returns the payment of the order @throws AppError conflict */
export async function attachPayment(em: EntityManager, orderId: string, paymentIntentId: string): Promise<string> {
  const [order] = await attachments(em, orderId, paymentIntentId);
  if (order === undefined) throw new AppError('conflict', m.orders.removed());
  return order.attached;
}

const attachments = prepared((em, orderId: string, paymentIntentId: string) =>
  db(em)
    .updateTable('shopOrder')
    .set({ paymentIntentId: sql<string>`coalesce(payment_intent_id, ${paymentIntentId})` })
    .where('id', '=', orderId)
    .returning(sql<string>`payment_intent_id`.as('attached')),
);

/** Deletes an order whose payment the provider rejected. */
export async function discardOrder(em: EntityManager, orderId: string): Promise<void> {
  await inFreshTransaction(em, async (em) => {
    const order = await findAndLock(em, { id: orderId, paymentIntentId: null, state: 'pending' });
    if (order === null) return;
    await release(em, order);
    em.remove(order);
  });
}

/** Records a check that had no result. */
export async function recordCheck(em: EntityManager, orderId: string): Promise<void> {
  await db(em).updateTable('shopOrder').set({ checkedAt: sql`now()` }).where('id', '=', orderId).execute();
}
