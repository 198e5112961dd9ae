import { formatMoney } from './currencies.ts';
import { invalidRequest, missing, notFound } from './errors.ts';
import type { Events } from './events.ts';
import { type Cause, type Charge, newRefund, type PaymentIntent, type Refund } from './objects.ts';
import {
  PAGE_PARAMETERS,
  type Parameters,
  readCount,
  readCreated,
  readMetadata,
  readPage,
  readText,
  requireKnown,
} from './parameters.ts';
import type { State } from './state.ts';

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'];

export type Refunds = ReturnType<typeof createRefunds>;

/** Full and partial refunds. https://docs.stripe.com/api/refunds */
export function createRefunds({ state, events }: { state: State; events: Events }) {
  function create(parameters: Parameters, cause: Cause): Refund {
    requireKnown(parameters, ['payment_intent', 'charge', 'amount', 'reason', 'metadata', 'expand']);
    const reason = readText(parameters, 'reason');
    if (reason !== null && !REASONS.includes(reason)) {
      throw invalidRequest(`Invalid reason: must be one of ${REASONS.join(', ')}`, { param: 'reason' });
    }
    const charge = findRefundable(parameters);
    const left = charge.amount - charge.amount_refunded;
    if (left === 0)
      throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
    const amount = readCount(parameters, 'amount') ?? left;
    if (amount > left) throw tooMuch(amount, left, charge.currency);

    const refund = newRefund(charge, amount, reason, readMetadata(parameters));
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
    state.insert(refund);
    state.update(charge);
    events.record('charge.refunded', charge, cause);
    return refund;
  }

  function findRefundable(parameters: Parameters): Charge {
    const intentId = readText(parameters, 'payment_intent');
    const chargeId = readText(parameters, 'charge');
    if (intentId === null && chargeId === null) throw missing('charge');
    const charge = intentId === null ? findCharge(chargeId ?? '') : chargeOf(intentId);
    if (charge.paid && (chargeId === null || chargeId === charge.id)) return charge;
    throw invalidRequest(`Charge ${chargeId ?? charge.id} can't be refunded.`, { param: 'charge' });
  }

  function chargeOf(intentId: string): Charge {
    const intent = state.find<PaymentIntent>('payment_intent', intentId);
    if (intent === null) throw notFound('payment_intent', intentId, 'payment_intent');
    if (intent.status === 'succeeded' && intent.latest_charge !== null) return findCharge(intent.latest_charge);
    throw invalidRequest(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
      code: 'payment_intent_unexpected_state',
      param: 'payment_intent',
    });
  }

  function findCharge(id: string): Charge {
    const charge = state.find<Charge>('charge', id);
    if (charge === null) throw notFound('charge', id);
    return charge;
  }

  return {
    create,
    findCharge,

    find(id: string): Refund {
      const refund = state.find<Refund>('refund', id);
      if (refund === null) throw notFound('refund', id);
      return refund;
    },

    list(parameters: Parameters) {
      requireKnown(parameters, [...PAGE_PARAMETERS, 'payment_intent', 'charge', 'created']);
      const intentId = readText(parameters, 'payment_intent');
      const chargeId = readText(parameters, 'charge');
      const isInTime = readCreated(parameters);
      return state.list<Refund>(
        'refund',
        readPage(parameters),
        (refund) =>
          (intentId === null || refund.payment_intent === intentId) &&
          (chargeId === null || refund.charge === chargeId) &&
          isInTime(refund.created),
      );
    },
  };
}

function tooMuch(amount: number, left: number, currency: string) {
  const [requested, unrefunded] = [formatMoney(amount, currency), formatMoney(left, currency)];
  return invalidRequest(`Refund amount (${requested}) is greater than unrefunded amount on charge (${unrefunded})`, {
    code: 'charge_exceeds_source_limit',
    param: 'amount',
  });
}
