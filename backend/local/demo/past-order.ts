import { PICKUP } from '#contract/orders/delivery.ts';
import type { OrderParty, OrderStep } from '#contract/orders/orders.ts';
import type { AuditAction, AuditChanges } from '#contract/users/audit.ts';
import { toMajorUnits } from '#contract/values/money.ts';
import { type Actor, changesBetween } from '../../core/audit/audit.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { newId } from '../../core/ids.ts';
import { Shipment } from '../../modules/orders/fulfilment/shipment.entity.ts';
import { Refund, type RefundedUnits } from '../../modules/orders/money/refund.entity.ts';
import { countRefunded, readUnits, refundValue, unitsOfRest } from '../../modules/orders/money/refunded-units.ts';
import { Order, OrderHistory, OrderLine } from '../../modules/orders/order.entity.ts';
import { orderedTerms, type PricedCart } from '../../modules/orders/placing/priced-cart.ts';
import type { User } from '../../modules/users/accounts/user.entity.ts';
import type { PastPayment } from '../stripe/past-payments.ts';
import { demoShoppers } from './catalogue.ts';
import { DAY } from './days.ts';
import type { DemoOrder } from './orders.ts';

const MINUTE = 60_000;
/** When an unpaid order expires, and when a shopper cancels one, in milliseconds after it. */
const EXPIRY = 31 * MINUTE;
const CANCELLATION = 40 * MINUTE;
/** Milliseconds from an arrival to the refund of what was wrong with it. */
const COMPLAINT = 2 * DAY;

const CARRIERS: Readonly<Record<string, string>> = { standard: 'DPD', express: 'DHL Express' };

type Story = { plan: DemoOrder; cart: PricedCart; shopper: User; admin: Actor };
type GivenBack = { amount: number; units: RefundedUnits[]; date: Date; reason: string };

/** An order with all that has happened to it by now: the rows that the services of orders write. */
export class PastOrder {
  readonly order: Order;
  /** What an admin did, to be stored in the order of all orders' dates. */
  readonly audits: { date: Date; action: AuditAction; changes: AuditChanges }[] = [];
  /** What the provider knows of it. */
  readonly payment: PastPayment;
  private readonly em: EntityManager;
  private readonly plan: DemoOrder;
  private readonly lines: OrderLine[];
  private readonly adminName: string;

  constructor(em: EntityManager, { plan, cart, shopper, admin }: Story) {
    this.em = em;
    this.plan = plan;
    this.adminName = admin.username;
    const order = addOrder(em, { plan, cart, shopper });
    this.order = order;
    this.lines = cart.lines.map(({ inStock, left: _, ...line }) =>
      em.create(OrderLine, { id: newId(), order, ...line, taken: inStock === null ? 0 : line.count }),
    );
    const { amount, currency } = order;
    const metadata = { orderId: order.id };
    this.payment = { amount, currency, metadata, createdAt: plan.orderedAt, end: null, refunds: [] };
    this.record('ordered', 'shopper', plan.orderedAt);
    if (plan.course === 'expired') this.endUnpaid('shop', after(plan.orderedAt, EXPIRY));
    else if (plan.course === 'withdrawn') this.endUnpaid('shopper', after(plan.orderedAt, CANCELLATION));
    else if (plan.course === 'declined') this.try('failed', 'declined');
    else if (plan.course !== 'pending') this.pay();
  }

  private record(
    what: OrderStep,
    by: OrderParty,
    date: Date,
    rest: { amount?: number; adminName?: string } = {},
  ): void {
    this.em.create(OrderHistory, { id: newId(), order: this.order, what, by, date, ...rest });
  }

  /** A step that an admin takes. */
  private act(what: OrderStep, date: Date, audited: { action: AuditAction; changes?: AuditChanges }, amount?: number) {
    const { adminName } = this;
    this.record(what, 'shop', date, amount === undefined ? { adminName } : { adminName, amount });
    this.audits.push({ date, changes: {}, ...audited });
  }

  private endUnpaid(by: OrderParty, date: Date): void {
    Object.assign(this.order, { state: 'canceled', fulfilment: 'canceled', discountId: null, checkedAt: date });
    for (const line of this.lines) line.taken = 0;
    this.payment.end = { what: 'canceled', date };
    this.record('canceled', by, date);
  }

  private try(state: 'paid' | 'failed', what: 'paid' | 'declined'): void {
    const date = after(this.plan.orderedAt, MINUTE);
    // The provider counts in seconds.
    date.setUTCMilliseconds(0);
    Object.assign(this.order, { attemptedAt: date, checkedAt: date, state });
    this.payment.end = { what, date };
    this.record(state, 'provider', date);
  }

  private pay(): void {
    this.try('paid', 'paid');
    if (this.plan.course === 'canceled') this.cancel();
    else if (this.plan.leavesAt < new Date()) this.leave();
  }

  private leave(): void {
    const { order, lines, plan } = this;
    const { leavesAt, arrivesAt } = plan;
    if (order.shippingMethod === PICKUP) {
      order.fulfilment = 'collected';
      this.act('collected', leavesAt, { action: 'order.collected' });
      return;
    }
    const carrier = CARRIERS[order.shippingMethod] ?? '';
    const trackingNumber = String(leavesAt.getTime()).slice(-10);
    const units = lines.map(({ productId, count }) => ({ productId, count }));
    const shipment = { carrier, trackingNumber, trackingUrl: '', lines: units, createdAt: leavesAt };
    this.em.create(Shipment, { id: newId(), order, ...shipment });
    for (const line of lines) line.shipped = line.count;
    order.fulfilment = 'shipped';
    const changes = changesBetween({}, { carrier, trackingNumber });
    this.act('shipped', leavesAt, { action: 'order.shipped', changes });
    if (arrivesAt > new Date()) return;
    order.fulfilment = 'delivered';
    this.act('delivered', arrivesAt, { action: 'order.delivered' });
    const complainedAt = after(arrivesAt, COMPLAINT);
    if (complainedAt < new Date()) this.complain(complainedAt);
  }

  private complain(date: Date): void {
    const { order, lines, plan } = this;
    const [line] = lines;
    if (plan.course === 'faulty') {
      const reason = 'Scratched on the way, and the customer keeps it';
      this.refund({ amount: Math.round(order.amount / 10), units: [], date, reason });
    } else if (plan.course === 'returned' && line !== undefined && lines.length > 1) {
      const units = readUnits(lines, [{ productId: line.productId, count: 1, returned: 1 }]);
      this.refund({ amount: refundValue(order, lines, units, order.amount), units, date, reason: 'Sent back' });
    }
  }

  private refund(givenBack: GivenBack): void {
    const { amount, date, reason } = givenBack;
    this.giveBack(givenBack, { by: 'shop', adminName: this.adminName });
    const changes = changesBetween({}, { refund: toMajorUnits(amount), reason });
    this.act('partlyRefunded', date, { action: 'order.refundRequested', changes }, amount);
  }

  private cancel(): void {
    const { order, lines } = this;
    const { amount } = order;
    const date = after(this.plan.orderedAt, CANCELLATION);
    this.giveBack({ amount, units: unitsOfRest(lines), date, reason: '' }, { by: 'shopper', cancels: true });
    Object.assign(order, { state: 'refunded', fulfilment: 'canceled', discountId: null });
    this.record('canceled', 'shopper', date);
    this.record('refunded', 'shop', date, { amount });
  }

  /** What is given back returns to stock. */
  private giveBack(
    { amount, units, date, reason }: GivenBack,
    cause: { by: OrderParty; adminName?: string; cancels?: boolean },
  ): void {
    const { order, lines } = this;
    const id = newId();
    const restocked = units.map(({ productId, count }) => ({ productId, count }));
    countRefunded(lines, units, 1);
    for (const { productId, count } of restocked) {
      for (const line of lines) if (line.productId === productId) line.taken = Math.max(0, line.taken - count);
    }
    const refund = {
      amount,
      lines: units,
      reason,
      restocked,
      state: 'done',
      requestHash: '',
      createdAt: date,
    } as const;
    this.em.create(Refund, { id, order, ...refund, ...cause });
    order.refunded += amount;
    order.checkedAt = date;
    this.payment.refunds.push({ amount, metadata: { orderId: order.id, refundId: id }, date });
  }
}

function addOrder(em: EntityManager, { plan, cart, shopper }: Omit<Story, 'admin'>): Order {
  const { orderedAt, currency, note } = plan;
  const { country, address, city, postCode, phoneNumber, firstName, lastName, language } = demoShopperOf(plan);
  const delivery = { name: `${firstName} ${lastName}`, address, city, postCode, country, phoneNumber };
  const id = newId();
  return em.create(Order, {
    id,
    user: shopper,
    buyerName: shopper.username,
    email: shopper.email,
    state: 'pending',
    refunded: 0,
    currency,
    language,
    ...orderedTerms(cart),
    delivery: cart.method.code === PICKUP ? null : delivery,
    note,
    // No request is for the same order.
    cartFingerprint: id,
    createdAt: orderedAt,
    attemptedAt: orderedAt,
    checkedAt: orderedAt,
  });
}

export function demoShopperOf({ shopper }: DemoOrder): (typeof demoShoppers)[number] {
  const found = demoShoppers[shopper];
  if (found === undefined) throw new Error('A demo order has no shopper');
  return found;
}

function after(date: Date, milliseconds: number): Date {
  return new Date(date.getTime() + milliseconds);
}
