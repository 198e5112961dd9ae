import { invalidRequest } from './errors.ts';
import type { Events } from './events.ts';
import { type Cause, type Charge, type Dispute, type DisputeEnd, newDispute, type PaymentIntent } from './objects.ts';
import type { State } from './state.ts';

export type Disputes = ReturnType<typeof createDisputes>;

/** Payments that a shopper disputes with their bank. https://docs.stripe.com/disputes */
export function createDisputes({ state, events }: { state: State; events: Events }) {
  /** Disputes a payment, all of it if no amount is given. @throws StripeError */
  function open(intentId: string, amount: number | null, cause: Cause): Dispute {
    const { latest_charge } = state.get<PaymentIntent>('payment_intent', intentId, 'payment_intent');
    const charge = state.get<Charge>('charge', latest_charge ?? '');
    const dispute = newDispute(charge, amount ?? charge.amount);
    charge.disputed = true;
    state.insert(dispute);
    state.update(charge);
    events.record('charge.dispute.created', dispute, cause);
    return dispute;
  }

  /** @throws StripeError if it is closed */
  function close(id: string, status: DisputeEnd, cause: Cause): Dispute {
    const dispute = state.get<Dispute>('dispute', id);
    if (dispute.status !== 'needs_response') throw invalidRequest(`Dispute ${id} is already closed.`);
    dispute.status = status;
    state.update(dispute);
    events.record('charge.dispute.closed', dispute, cause);
    return dispute;
  }

  return { open, close };
}

/** Whether the bank has taken back a payment, for now or for good. */
export function isChargedBack(state: State, charge: Charge): boolean {
  if (!charge.disputed) return false;
  const isOf = ({ charge: id, status }: Dispute) =>
    id === charge.id && (status === 'needs_response' || status === 'lost');
  return state.list<Dispute>('dispute', { limit: 1, startingAfter: null }, isOf).data.length > 0;
}
