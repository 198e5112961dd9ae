import { cardNamed } from './cards.ts';
import { documentationOf } from './errors.ts';
import {
  type Metadata,
  newCharge,
  newPaymentIntent,
  newPaymentMethod,
  newRefund,
  type PaymentIntent,
  withoutTest,
} from './objects.ts';
import { openState, type StoredObject } from './state.ts';

export type PastPayment = {
  /** Minor units. */
  amount: number;
  currency: string;
  metadata: Metadata;
  createdAt: Date;
  /** When the card was charged or declined, or the payment canceled; null if it is still open. */
  end: { what: 'paid' | 'declined' | 'canceled'; date: Date } | null;
  refunds: { amount: number; metadata: Metadata; date: Date }[];
};

/** What the provider knows of a payment that it never processed. `objects` share `metadata`. */
export function pastPayment({ amount, currency, metadata, createdAt, end, refunds }: PastPayment) {
  const intent = newPaymentIntent({ amount, currency: currency.toLowerCase(), metadata });
  intent.created = seconds(createdAt);
  const objects: StoredObject[] = [intent];
  if (end?.what === 'canceled') {
    Object.assign(intent, { status: 'canceled', canceled_at: seconds(end.date), cancellation_reason: null });
  } else if (end) objects.push(...attempt(intent, end.what, end.date, refunds));
  return { id: intent.id, objects };
}

/** Adds the card and the charge of an attempt to pay, and the refunds of a successful one. */
function attempt(
  intent: PaymentIntent,
  what: 'paid' | 'declined',
  date: Date,
  refunds: PastPayment['refunds'],
): StoredObject[] {
  const card = cardNamed(what === 'paid' ? 'pm_card_visa' : 'pm_card_chargeDeclined');
  if (card === null) throw new Error('There is no such test card');
  const method = newPaymentMethod({ card, expMonth: 12, expYear: date.getFullYear() + 2 });
  const charge = { ...newCharge(intent, method), created: seconds(date) };
  intent.latest_charge = charge.id;
  if (what === 'paid') {
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, payment_method: method.id });
  } else {
    const { code = '', message = '', declineCode = '' } = card.decline ?? {};
    intent.last_payment_error = {
      type: 'card_error',
      code,
      decline_code: declineCode,
      doc_url: documentationOf(code),
      message,
      charge: charge.id,
      payment_method: withoutTest(method),
    };
  }
  const returned = refunds.map(({ amount, metadata, date }) => {
    charge.amount_refunded += amount;
    const source = { ...charge, payment_intent: intent.id };
    return { ...newRefund(source, amount, null, metadata), created: seconds(date) };
  });
  charge.refunded = charge.amount_refunded === charge.amount;
  return [method, charge, ...returned];
}

/** Stores objects while the provider isn't running. @throws Error if it is */
export function storePastPayments(stateFile: string, objects: readonly StoredObject[]): void {
  const state = openState(stateFile);
  try {
    state.transaction(() => {
      for (const object of objects) state.insert(object);
    });
  } finally {
    state.close();
  }
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
