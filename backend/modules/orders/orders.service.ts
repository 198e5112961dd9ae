import { createHash } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import { type CurrencyCode, toMajorUnits, totalInMinorUnits } from '#contract/money.ts';
import type { OrderState } from '#contract/orders.ts';
import { COUNT_MAX, type PriceChanged, type ProductsMissing } from '#contract/payments.ts';
import { type Actor, audit, changesBetween } from '../../core/audit.ts';
import { type EntityManager, inFreshTransaction } from '../../core/db.ts';
import { AppError, invalid } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { emit } from '../../core/outbox.ts';
import { sessionEnded } from '../../core/sessions.ts';
import { findProducts } from '../catalogue/catalogue.service.ts';
import { User } from '../users/user.entity.ts';
import { Order, OrderLine } from './order.entity.ts';
import { stepsBetween } from './order.states.ts';

export type Cart = {
  currency: CurrencyCode;
  /** What the shopper was shown, in major units of the currency. */
  amount: number;
  items: readonly { productId: string; count: number }[];
};

type PricedLine = { productId: string; title: string; unitPriceCents: number; count: number };

/** States in which an order can still be paid. */
const OPEN: OrderState[] = ['pending', 'failed'];

/**
 * The open order of this shopper for this cart: the one there is, or a new one with its lines as of now. The same cart,
 * in any order of its items and also twice at once, is one order. `except` are those that can't be paid any more.
 * @throws AppError productsMissing, priceChanged (with the right amount), invalid; unauthenticated if the user is gone
 */
export async function openOrder(
  em: EntityManager,
  userId: string,
  cart: Cart,
  { except = [] }: { except?: readonly string[] } = {},
): Promise<Order> {
  return inFreshTransaction(em, async (em) => {
    // One shopper's orders are opened one at a time, so that two tabs can't open two for one cart.
    const user = await em.findOne(User, userId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (user === null) throw sessionEnded();
    const lines = await priceLines(em, cart.items);
    const amount = totalInMinorUnits(lines, cart.currency);
    if (toMajorUnits(amount) !== cart.amount) throw priceChanged(amount, cart.currency);
    if (amount === 0) throw invalid({ amount: 'Amount must be more than 0' });

    const cartFingerprint = fingerprint(lines, cart.currency);
    const open = await em.findOne(
      Order,
      { user: userId, cartFingerprint, state: { $in: OPEN }, id: { $nin: [...except] } },
      { orderBy: { id: 'desc' } },
    );
    if (open !== null) return open;

    const order = em.create(Order, { id: newId(), user, currency: cart.currency, amount, cartFingerprint });
    for (const line of lines) em.create(OrderLine, { id: newId(), order, ...line });
    return order;
  });
}

async function priceLines(em: EntityManager, items: Cart['items']): Promise<PricedLine[]> {
  const counts = new Map<string, number>();
  for (const { productId, count } of items) counts.set(productId, (counts.get(productId) ?? 0) + count);
  for (const count of counts.values()) {
    if (count > COUNT_MAX) throw invalid({ items: `At most ${COUNT_MAX} of one product can be ordered at once` });
  }
  const products = new Map((await findProducts(em, [...counts.keys()])).map((product) => [product.id, product]));
  const missing = [...counts.keys()].filter((id) => !products.has(id));
  if (missing.length > 0) {
    throw new AppError('productsMissing', 'Something in your cart is no longer sold', {
      body: { missing } satisfies ProductsMissing,
    });
  }
  return [...products.values()]
    .map(({ id, title, priceCents }) => ({
      productId: id,
      title,
      unitPriceCents: priceCents,
      count: counts.get(id) ?? 0,
    }))
    .sort((a, b) => (a.productId < b.productId ? -1 : 1));
}

function priceChanged(amount: number, currency: CurrencyCode): AppError {
  return new AppError('priceChanged', 'A price has changed since you filled your cart', {
    body: { amount: toMajorUnits(amount), currency } satisfies PriceChanged,
  });
}

function fingerprint(lines: PricedLine[], currency: CurrencyCode): string {
  const content = lines.map(({ productId, unitPriceCents, count }) => [productId, unitPriceCents, count]);
  return createHash('sha256')
    .update(JSON.stringify([currency, content]))
    .digest('hex');
}

/** Notes which payment an order waits for. @returns the one that was noted before, if any: then nothing is changed */
export async function attachPayment(
  em: EntityManager,
  orderId: string,
  payment: { id: string; clientSecret: string },
): Promise<string | null> {
  const attached = await em.nativeUpdate(
    Order,
    { id: orderId, paymentIntentId: null },
    { paymentIntentId: payment.id, clientSecret: payment.clientSecret },
  );
  if (attached > 0) return null;
  const [order] = await em.execute<{ id: string }[]>('select payment_intent_id as id from shop_order where id = ?', [
    orderId,
  ]);
  if (!order?.id) throw new AppError('conflict', 'This order is gone');
  return order.id;
}

/** Forgets an order that the provider refused to take a payment for: it never came to be. */
export async function discardOrder(em: EntityManager, orderId: string): Promise<void> {
  await em.nativeDelete(Order, { id: orderId, paymentIntentId: null, state: 'pending' });
}

/** What the payment provider says of a payment now, in the shop's words; `pending` while its outcome is open. */
export type PaymentUpdate = {
  paymentIntentId: string;
  clientSecret: string | null;
  /** The order it was made for, if any. */
  orderId: string | null;
  outcome: OrderState;
};

/**
 * Moves an order to what the provider says its payment is. Everybody who hears of it calls this, in any order and any number
 * of times, with one result. `checkedBy` is the admin who asked, if any.
 */
export async function settleOrder(em: EntityManager, update: PaymentUpdate, checkedBy?: Actor): Promise<void> {
  await inFreshTransaction(em, async (em) => {
    const order = await lockOrderOf(em, update);
    // A payment with no goods behind it has no order.
    if (order === null) return;
    order.paymentIntentId ??= update.paymentIntentId;
    order.clientSecret ??= update.clientSecret;
    moveOrder(em, order, update.outcome, checkedBy);
  });
}

/** Ends an order that never got a payment, and so can never be paid. `checkedBy` is the admin who asked, if any. */
export async function cancelUnpayable(em: EntityManager, orderId: string, checkedBy?: Actor): Promise<void> {
  await inFreshTransaction(em, async (em) => {
    const unpayable = { id: orderId, paymentIntentId: null, state: 'pending' } as const;
    const order = await em.findOne(Order, unpayable, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (order !== null) moveOrder(em, order, 'canceled', checkedBy);
  });
}

/** Moves an order that is locked towards a state, as far as there is a way. The one place where an order's state changes. */
function moveOrder(em: EntityManager, order: Order, outcome: OrderState, checkedBy?: Actor): void {
  const before = order.state;
  order.checkedAt = new Date();
  for (const state of stepsBetween(before, outcome)) {
    order.state = state;
    if (state === 'paid') emit(em, 'order.paid', { orderId: order.id });
  }
  // An admin's question is worth an entry if its answer moved the order.
  if (!checkedBy || order.state === before) return;
  const changes = changesBetween({ state: before }, { state: order.state });
  audit(em, checkedBy, { action: 'order.checked', subjectId: order.id, subjectName: spokenName(order), changes });
}

/** What people call an order. */
export function spokenName({ number }: Pick<Order, 'number'>): string {
  return `Order ${number}`;
}

/** By the payment; or by the order, where a crash came between making the payment and noting it. */
async function lockOrderOf(em: EntityManager, { paymentIntentId, orderId }: PaymentUpdate): Promise<Order | null> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
  const order = await em.findOne(Order, { paymentIntentId }, lock);
  if (order !== null || orderId === null) return order;
  return em.findOne(Order, { id: orderId, paymentIntentId: null }, lock);
}

const UNSETTLED_FIELDS = ['id', 'number', 'currency', 'amount', 'paymentIntentId', 'createdAt'] as const;
export type UnsettledOrder = Pick<Order, (typeof UNSETTLED_FIELDS)[number]>;

/** Days in which a webhook may still be on its way: one more than the provider repeats it. https://docs.stripe.com/webhooks#retries */
const WEBHOOK_DAYS = 4;
/** An order is asked about again once this share of its age has passed: an old one ever less often. */
const RECHECK_SHARE = 1 / 24;

/**
 * Orders about whose payment nobody has asked for `milliseconds`, or longer for older ones, those that waited longest
 * first: pending ones, failed ones that may have been paid since by another card, and paid ones whose refund was asked for.
 */
export async function findUnchecked(em: EntityManager, milliseconds: number, limit: number): Promise<UnsettledOrder[]> {
  const rows = await em.execute<(Omit<UnsettledOrder, 'createdAt'> & { createdAt: string })[]>(
    `select id, number, currency, amount::float8 as amount, payment_intent_id as "paymentIntentId",
       created_at as "createdAt"
     from shop_order
     where (state = 'pending'
         or state = 'failed' and created_at > now() - make_interval(days => ${WEBHOOK_DAYS})
         or state = 'paid' and refund_requested_at > now() - make_interval(days => ${WEBHOOK_DAYS}))
       and checked_at < now() - make_interval(secs => ?)
       and checked_at < now() - (checked_at - coalesce(refund_requested_at, created_at)) * ${RECHECK_SHARE}
     order by checked_at limit ?`,
    [milliseconds / 1000, limit],
  );
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
}

/** Notes that the provider was asked about an order, though without an answer. */
export async function noteChecked(em: EntityManager, orderId: string): Promise<void> {
  await em.nativeUpdate(Order, { id: orderId }, { checkedAt: new Date() });
}

/**
 * The shopper's pending orders that are older than this one: what they left when they went on to it. Of two that are being
 * opened at once the newer one so stays, whoever looks first.
 */
export async function findOlderPending(
  em: EntityManager,
  userId: string,
  { number }: Pick<Order, 'number'>,
): Promise<UnsettledOrder[]> {
  const older = { user: userId, state: 'pending', number: { $lt: number } } as const;
  return em.fork().find(Order, older, { fields: UNSETTLED_FIELDS });
}
