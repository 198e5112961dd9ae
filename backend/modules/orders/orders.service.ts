import { createHash } from 'node:crypto';
import { type CurrencyCode, toMajorUnits, totalInMinorUnits } from '#contract/money.ts';
import { COUNT_MAX, type PriceChanged, type ProductsMissing } from '#contract/payments.ts';
import { type EntityManager, inFreshTransaction } from '../../core/db.ts';
import { AppError, invalid } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { sessionEnded } from '../../core/sessions.ts';
import { lockPrices } from '../catalogue/catalogue.queries.ts';
import { lockUser } from '../users/users.queries.ts';
import { lineDetail } from './line-detail.ts';
import { Order, OrderLine } from './order.entity.ts';
import { db } from './orders.tables.ts';
import { openStates } from './unsettled.queries.ts';

export type Cart = {
  currency: CurrencyCode;
  /** The total the shopper saw, in major units of the currency. */
  amount: number;
  items: readonly { productId: string; count: number }[];
};

export type OpenOrder = Pick<Order, 'id' | 'number' | 'currency' | 'amount' | 'paymentIntentId'>;

type PricedLine = { productId: string; title: string; detail: string; unitPriceCents: number; count: number };

/**
 * Returns the shopper's open order for this cart, or creates one at current prices. The same items make the same cart in
 * any order, and concurrent calls share one order. Ignores the orders in `except`, which can no longer be paid.
 * @throws AppError productsMissing, priceChanged (with the right amount), invalid; unauthenticated if the user was deleted
 */
export async function openOrder(
  em: EntityManager,
  userId: string,
  cart: Cart,
  { except = [] }: { except?: readonly string[] } = {},
): Promise<OpenOrder> {
  return inFreshTransaction(em, async (em) => {
    // Locking the shopper keeps two tabs from opening two orders for one cart.
    if (!(await lockUser(em, userId))) throw sessionEnded();
    const lines = await priceLines(em, cart.items);
    const amount = totalInMinorUnits(lines, cart.currency);
    if (toMajorUnits(amount) !== cart.amount) throw priceChanged(amount, cart.currency);
    if (amount === 0) throw invalid({ amount: 'Amount must be more than 0' });

    const cartFingerprint = fingerprint(lines, cart.currency);
    const open = await em.findOne(
      Order,
      { user: userId, cartFingerprint, state: { $in: [...openStates] }, id: { $nin: [...except] } },
      { orderBy: { id: 'desc' } },
    );
    if (open !== null) return open;

    const order = em.create(Order, { id: newId(), user: userId, currency: cart.currency, amount, cartFingerprint });
    for (const line of lines) em.create(OrderLine, { id: newId(), order, ...line });
    return order;
  });
}

/** Prices the lines, in the order of the cart. */
async function priceLines(em: EntityManager, items: Cart['items']): Promise<PricedLine[]> {
  const counts = new Map<string, number>();
  for (const { productId, count } of items) counts.set(productId, (counts.get(productId) ?? 0) + count);
  for (const count of counts.values()) {
    if (count > COUNT_MAX) throw invalid({ items: `Limit of ${COUNT_MAX} per product` });
  }
  const products = await lockPrices(em, [...counts.keys()]);
  const existing = new Set(products.map(({ id }) => id));
  const missing = [...counts.keys()].filter((id) => !existing.has(id));
  if (missing.length > 0) {
    throw new AppError('productsMissing', 'Something in your cart is no longer available', {
      body: { missing } satisfies ProductsMissing,
    });
  }
  const cartOrder = [...counts.keys()];
  return products
    .map(({ id, title, description, priceCents }) => ({
      productId: id,
      title,
      detail: lineDetail(description),
      unitPriceCents: priceCents,
      count: counts.get(id) ?? 0,
    }))
    .sort((a, b) => cartOrder.indexOf(a.productId) - cartOrder.indexOf(b.productId));
}

function priceChanged(amount: number, currency: CurrencyCode): AppError {
  return new AppError('priceChanged', 'A price in your cart has changed', {
    body: { amount: toMajorUnits(amount), currency } satisfies PriceChanged,
  });
}

function fingerprint(lines: PricedLine[], currency: CurrencyCode): string {
  const content = lines
    .map(({ productId, unitPriceCents, count }) => [productId, unitPriceCents, count] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([currency, content]))
    .digest('hex');
}

/** Attaches a payment to its order, unless it has one. @returns the payment already attached, if any */
export async function attachPayment(
  em: EntityManager,
  orderId: string,
  paymentIntentId: string,
): Promise<string | null> {
  const attached = await em.nativeUpdate(Order, { id: orderId, paymentIntentId: null }, { paymentIntentId });
  if (attached > 0) return null;
  const order = await db(em)
    .selectFrom('shopOrder')
    .select('paymentIntentId')
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (!order?.paymentIntentId) throw new AppError('conflict', 'This order has been removed');
  return order.paymentIntentId;
}

/** Deletes an order whose payment the provider rejected. */
export async function discardOrder(em: EntityManager, orderId: string): Promise<void> {
  await em.nativeDelete(Order, { id: orderId, paymentIntentId: null, state: 'pending' });
}

/** Records a check that had no result. */
export async function recordCheck(em: EntityManager, orderId: string): Promise<void> {
  await em.nativeUpdate(Order, { id: orderId }, { checkedAt: new Date() });
}
