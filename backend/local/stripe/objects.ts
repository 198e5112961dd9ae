import type { TestCard } from './cards.ts';
import { newClientSecret, newStripeId } from './ids.ts';

/** Objects have the shape of this version, reduced to the fields that a shop reads. */
export const API_VERSION = '2026-10-28.endive';

export type Metadata = Record<string, string>;

export type PaymentMethod = ReturnType<typeof newPaymentMethod>;
export type PaymentIntent = ReturnType<typeof newPaymentIntent>;
export type Charge = ReturnType<typeof newCharge>;
export type Refund = ReturnType<typeof newRefund>;
export type Dispute = ReturnType<typeof newDispute>;
export type Event = ReturnType<typeof newEvent>;

type PaymentIntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'succeeded'
  | 'canceled';

type NextAction = { type: 'redirect_to_url'; redirect_to_url: { url: string; return_url: string } };

/** https://docs.stripe.com/api/payment_intents/object#payment_intent_object-last_payment_error */
export type PaymentError = {
  type: 'card_error' | 'invalid_request_error';
  code: string;
  decline_code?: string;
  doc_url: string;
  message: string;
  charge?: string;
  payment_method: PublicPaymentMethod;
};

/** Unix time in seconds, as the provider counts. */
export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

type MethodInput = { card: TestCard; expMonth: number; expYear: number };

/** `test` controls the card's behavior and is never exposed. The number isn't stored. */
export function newPaymentMethod({ card, expMonth, expYear }: MethodInput) {
  return {
    id: newStripeId('pm'),
    object: 'payment_method',
    card: { brand: card.brand, exp_month: expMonth, exp_year: expYear, funding: 'credit', last4: card.last4 },
    created: nowInSeconds(),
    livemode: false,
    metadata: {},
    type: 'card',
    test: card,
  };
}

type PublicPaymentMethod = Omit<PaymentMethod, 'test'>;

export function withoutTest({ test: _hidden, ...shown }: PaymentMethod): PublicPaymentMethod {
  return shown;
}

type IntentInput = { amount: number; currency: string; metadata: Metadata };

export function newPaymentIntent({ amount, currency, metadata }: IntentInput) {
  const id = newStripeId('pi');
  return {
    id,
    object: 'payment_intent',
    amount,
    amount_received: 0,
    automatic_payment_methods: { allow_redirects: 'always', enabled: true },
    canceled_at: null as number | null,
    cancellation_reason: null as string | null,
    capture_method: 'automatic_async',
    client_secret: newClientSecret(id),
    confirmation_method: 'automatic',
    created: nowInSeconds(),
    currency,
    last_payment_error: null as PaymentError | null,
    latest_charge: null as string | null,
    livemode: false,
    metadata,
    next_action: null as NextAction | null,
    payment_method: null as string | null,
    payment_method_types: ['card'],
    status: 'requires_payment_method' as PaymentIntentStatus,
  };
}

/** Every attempt to pay leaves a charge, successful or declined. */
export function newCharge(intent: PaymentIntent, method: PaymentMethod) {
  const { decline } = method.test;
  return {
    id: newStripeId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    captured: !decline,
    created: nowInSeconds(),
    currency: intent.currency,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    livemode: false,
    metadata: intent.metadata,
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    refunded: false,
    status: decline ? 'failed' : 'succeeded',
  };
}

type Refundable = { id: string; currency: string; payment_intent: string };

export function newRefund(charge: Refundable, amount: number, reason: string | null, metadata: Metadata) {
  return {
    id: newStripeId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: nowInSeconds(),
    currency: charge.currency,
    metadata,
    payment_intent: charge.payment_intent,
    reason,
    failure_reason: null as string | null,
    status: 'succeeded',
  };
}

export const disputeEnds = ['won', 'lost', 'warning_closed'] as const;
export type DisputeEnd = (typeof disputeEnds)[number];

/** https://docs.stripe.com/api/disputes/object */
export function newDispute(charge: Refundable, amount: number) {
  return {
    id: newStripeId('du'),
    object: 'dispute',
    amount,
    charge: charge.id,
    created: nowInSeconds(),
    currency: charge.currency,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response' as 'needs_response' | DisputeEnd,
  };
}

/** The API request behind a change, and its idempotency key; events name both. */
export type Cause = { requestId: string | null; idempotencyKey: string | null };

/** A snapshot: later changes to the object don't affect it. */
export function newEvent(type: string, object: object, { requestId, idempotencyKey }: Cause) {
  return {
    id: newStripeId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: nowInSeconds(),
    data: { object: structuredClone(object) as Record<string, unknown> },
    livemode: false,
    pending_webhooks: 1,
    request: { id: requestId, idempotency_key: idempotencyKey },
    type,
  };
}
