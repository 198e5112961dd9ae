import { PICKUP } from '#contract/orders/delivery.ts';
import type { PaymentInput, QuoteInput } from '#contract/orders/payments.input.ts';
import type { PaymentView, QuoteView } from '#contract/orders/payments.ts';
import { toMajorUnits, toMinorUnits } from '#contract/values/money.ts';
import { m } from '#messages';
import { AppError, invalid } from '../../../core/errors.ts';
import { paymentRefusals } from '../../../core/observability/metrics.ts';
import { isHeldTooLong } from '../../orders/money/cancel-requests.service.ts';
import { presentQuote } from '../../orders/orders.present.ts';
import type { OpenOrder } from '../../orders/placing/new-order.ts';
import {
  attachPayment,
  discardOrder,
  type Finding,
  openOrder,
  reopenOrder,
} from '../../orders/placing/orders.service.ts';
import { priceCart } from '../../orders/placing/price-cart.ts';
import { requireSomethingToPay } from '../../orders/placing/priced-cart.ts';
import { textsInForce } from '../../pages/pages.queries.ts';
import { type BarePayment, isRejection, type Payment, type PaymentProvider } from '../provider/port.ts';
import { cancelReplaced, type SettlementDeps, settleFound } from '../settlement/settlement.service.ts';
import { type BuyerDeps, readBuyer } from './buyer.ts';

/** Prices a cart for a shopper, who may be unknown. @throws AppError productsMissing, soldOut, invalid */
export async function quote(deps: BuyerDeps, userId: string | null, input: QuoteInput): Promise<QuoteView> {
  const { em } = deps;
  const { currency, items, country = null, postCode = '', prefersDelivery = false, discountCode = '' } = input;
  const shippingMethod = input.shippingMethod ?? (prefersDelivery ? null : PICKUP);
  const buyer = await readBuyer(deps, input.billing);
  const request = { currency, items, country, postCode, shippingMethod, discountCode, buyer };
  const priced = await priceCart(em, request, userId);
  requireSomethingToPay(priced, 'items');
  return presentQuote(priced, currency, await textsInForce(em));
}

/**
 * Prepares the payment of a cart: an order at the shop's own prices and its payment at the provider, whose client secret
 * lets the browser pay. Without items, as in the specification's call, a payment without an order. `expiry` is how long an
 * order lives after its last attempt, in milliseconds.
 * @throws AppError productsMissing, soldOut, priceChanged, textsChanged, conflict, invalid (with the provider's message), unavailable
 */
export async function preparePayment(
  deps: SettlementDeps & BuyerDeps,
  userId: string,
  input: PaymentInput,
  expiry: number,
): Promise<PaymentView> {
  const { amount, currency, items } = input;
  if (items === undefined) return prepareBarePayment(deps.provider, { amount, currency, userId });

  const { shippingMethod = PICKUP, discountCode = '', delivery = null, note = '', texts } = input;
  const buyer = await readBuyer(deps, input.billing);
  const request = { amount, currency, items, shippingMethod, discountCode, delivery, buyer, note, texts };
  const findings = new Map<string, Finding>();
  for (;;) {
    const opening = await openOrder(deps.em, userId, request, findings);
    if ('replaced' in opening) {
      for (const order of opening.replaced) {
        findings.set(order.id, (await cancelReplaced(deps, order)) ? 'canceled' : 'begun');
      }
      continue;
    }
    const { id: orderId, number, texts } = opening.order;
    const payment = await paymentOf(deps, opening.order, expiry);
    if (payment !== null) return { clientSecret: secretOf(payment), orderId, number, texts };
    findings.set(orderId, 'unpayable');
  }
}

/** The client secret of an unpaid order, to go on paying it. `expiry` as above. @throws AppError notFound, conflict, unavailable */
export async function resumePayment(
  deps: SettlementDeps,
  userId: string,
  orderId: string,
  expiry: number,
): Promise<PaymentView> {
  const order = await reopenOrder(deps.em, userId, orderId);
  const payment = await paymentOf(deps, order, expiry);
  if (payment === null) throw new AppError('conflict', m.orders.cannotPay());
  return { clientSecret: secretOf(payment), orderId, number: order.number, texts: order.texts };
}

async function prepareBarePayment(
  provider: PaymentProvider,
  { amount, currency, userId }: BarePayment,
): Promise<PaymentView> {
  const minorUnits = toMinorUnits(amount);
  if (toMajorUnits(minorUnits) !== amount) throw invalid({ amount: m.payments.amountTwoDecimals() });
  return { clientSecret: secretOf(await provider.createBarePayment({ amount: minorUnits, currency, userId })) };
}

/** The client secret, which lets a browser pay. */
function secretOf({ id, clientSecret }: Payment): string {
  if (clientSecret === null) throw new Error(`${id} has no client secret`);
  return clientSecret;
}

/** The payment of an open order; null if it can no longer be paid. @throws AppError conflict if it is paid */
async function paymentOf(deps: SettlementDeps, order: OpenOrder, expiry: number): Promise<Payment | null> {
  const payment = await findOrCreatePayment(deps, order);
  return (await isHeldTooLong(deps.em, order.id, expiry)) ? null : payment;
}

async function findOrCreatePayment(deps: SettlementDeps, order: OpenOrder): Promise<Payment | null> {
  if (order.paymentIntentId) return reopenPayment(deps, order.paymentIntentId);
  try {
    const payment = await deps.provider.createPayment(order);
    const attached = await attachPayment(deps.em, order.id, payment.id);
    // The concurrent call that attached it may have canceled it since.
    return attached === payment.id ? payment : reopenPayment(deps, attached);
  } catch (error) {
    if (isRejection(error)) {
      paymentRefusals.inc({ reason: 'rejected' });
      await discardOrder(deps.em, order.id);
    }
    throw error;
  }
}

/**
 * Retrieves a payment from the provider and settles its order. Null if it was canceled or is unknown there, for example
 * after a change of account. @throws AppError conflict if it is paid
 */
async function reopenPayment(deps: SettlementDeps, id: string): Promise<Payment | null> {
  const payment = await deps.provider.findPayment(id);
  await settleFound(deps, id, payment);
  if (payment === null || payment.state === 'canceled') return null;
  if (payment.state === 'paid' || payment.state === 'processing') {
    throw new AppError('conflict', m.payments.alreadyPaid());
  }
  return payment;
}
