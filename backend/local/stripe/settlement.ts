import { documentationOf, missing, StripeError, unexpectedState } from './errors.ts';
import type { Events } from './events.ts';
import {
  type Cause,
  type Charge,
  newCharge,
  type PaymentError,
  type PaymentIntent,
  type PaymentMethod,
  withoutTest,
} from './objects.ts';
import type { State } from './state.ts';

type Attempt = { intent: PaymentIntent; method: PaymentMethod; returnUrl: string | null; origin: string };

const AUTHENTICATION_FAILURE = {
  type: 'invalid_request_error' as const,
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

/** Payment attempts with a card and their outcomes. */
export function createSettlement({ state, events }: { state: State; events: Events }) {
  /** @throws StripeError for a decline; the payment then requires another card */
  function attempt({ intent, method, returnUrl, origin }: Attempt, cause: Cause): PaymentIntent {
    if (method.test.needsAuthentication) return requireAuthentication({ intent, method, returnUrl, origin }, cause);
    const charge = settle(intent, method, cause);
    if (intent.last_payment_error) throw declined(intent, charge);
    return intent;
  }

  function requireAuthentication({ intent, method, returnUrl, origin }: Attempt, cause: Cause): PaymentIntent {
    if (returnUrl === null) throw missing('return_url');
    const page = new URL(`/authenticate/${intent.id}`, origin);
    page.searchParams.set('payment_intent_client_secret', intent.client_secret);
    // The page still needs it once `next_action` is gone.
    page.searchParams.set('return_url', returnUrl);
    Object.assign(intent, {
      status: 'requires_action',
      payment_method: method.id,
      last_payment_error: null,
      next_action: { type: 'redirect_to_url', redirect_to_url: { url: page.href, return_url: returnUrl } },
    });
    state.update(intent);
    events.record('payment_intent.requires_action', intent, cause);
    return intent;
  }

  /** Applies the result of 3-D Secure. @throws StripeError if the payment doesn't require it */
  function authenticate(intent: PaymentIntent, isApproved: boolean, cause: Cause): PaymentIntent {
    const method = state.find<PaymentMethod>('payment_method', intent.payment_method ?? '');
    if (intent.status !== 'requires_action' || method === null) {
      throw unexpectedState(intent, 'This payment does not require authentication.');
    }
    if (isApproved) {
      settle(intent, method, cause);
    } else {
      fail(intent, { ...AUTHENTICATION_FAILURE, ...referTo(AUTHENTICATION_FAILURE.code, method) }, cause);
    }
    return intent;
  }

  function settle(intent: PaymentIntent, method: PaymentMethod, cause: Cause): Charge {
    const charge = newCharge(intent, method);
    state.insert(charge);
    intent.latest_charge = charge.id;
    const { decline } = method.test;
    if (decline) {
      events.record('charge.failed', charge, cause);
      const { code, declineCode, message } = decline;
      const error = { type: 'card_error' as const, message, code, decline_code: declineCode, charge: charge.id };
      fail(intent, { ...error, ...referTo(code, method) }, cause);
      return charge;
    }
    Object.assign(intent, {
      status: 'succeeded',
      amount_received: intent.amount,
      payment_method: method.id,
      last_payment_error: null,
      next_action: null,
    });
    state.update(intent);
    events.record('charge.succeeded', charge, cause);
    events.record('payment_intent.succeeded', intent, cause);
    return charge;
  }

  function fail(intent: PaymentIntent, error: PaymentError, cause: Cause): void {
    Object.assign(intent, {
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: error,
      next_action: null,
    });
    state.update(intent);
    events.record('payment_intent.payment_failed', intent, cause);
  }

  return { attempt, authenticate };
}

function referTo(code: string, method: PaymentMethod) {
  return { doc_url: documentationOf(code), payment_method: withoutTest(method) };
}

function declined(intent: PaymentIntent, charge: Charge): StripeError {
  const { code = 'card_declined', decline_code, message, payment_method } = intent.last_payment_error ?? {};
  return new StripeError(402, {
    type: 'card_error',
    message: message ?? 'Your card was declined.',
    code,
    decline_code,
    charge: charge.id,
    payment_intent: intent,
    payment_method,
  });
}
