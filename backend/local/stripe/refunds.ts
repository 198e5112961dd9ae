import { formatMoney } from './currencies.ts';
import { isChargedBack } from './disputes.ts';
import { invalidRequest } from './errors.ts';
import type { Events } from './events.ts';
import { type Cause, type Charge, newRefund, type PaymentIntent, type Refund } from './objects.ts';
import {
  type Parameters,
  readChoice,
  readCount,
  readMetadata,
  readText,
  requireKnown,
  requireText,
} from './parameters.ts';
import type { State } from './state.ts';
import { listObjects } from './views.ts';

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'];

export type Refunds = ReturnType<typeof createRefunds>;

/** Full and partial refunds. https://docs.stripe.com/api/refunds */
export function createRefunds({ state, events }: { state: State; events: Events }) {
  function create(parameters: Parameters, cause: Cause): Refund {
    requireKnown(parameters, ['payment_intent', 'amount', 'reason', 'metadata', 'expand']);
    const reason = readChoice(parameters, 'reason', REASONS);
    const charge = chargeOf(requireText(parameters, 'payment_intent'));
    if (isChargedBack(state, charge))
      throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
        code: 'charge_disputed',
      });
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

  /**
   * Fails a refund after its success, as banks do days later: https://docs.stripe.com/refunds#failed-refunds
   * @throws StripeError if it has failed already
   */
  function fail(id: string, cause: Cause): Refund {
    const refund = state.get<Refund>('refund', id);
    if (refund.status === 'failed') throw invalidRequest(`Refund ${id} has already failed.`);
    const charge = state.get<Charge>('charge', refund.charge);
    Object.assign(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
    charge.amount_refunded -= refund.amount;
    charge.refunded = false;
    state.update(refund);
    state.update(charge);
    events.record('refund.failed', refund, cause);
    events.record('charge.refund.updated', refund, cause);
    return refund;
  }

  function chargeOf(intentId: string): Charge {
    const { status, latest_charge } = state.get<PaymentIntent>('payment_intent', intentId, 'payment_intent');
    if (status === 'succeeded' && latest_charge !== null) return state.get<Charge>('charge', latest_charge);
    throw invalidRequest(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
      code: 'payment_intent_unexpected_state',
      param: 'payment_intent',
    });
  }

  return {
    create,
    fail,
    find: (id: string) => state.get<Refund>('refund', id),

    list(parameters: Parameters) {
      const intentId = readText(parameters, 'payment_intent');
      const isWanted = (refund: Refund) => intentId === null || refund.payment_intent === intentId;
      return listObjects<Refund>(state, 'refund', parameters, ['payment_intent'], isWanted);
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
