import { requireChargeable, requireCurrency } from './currencies.ts';
import { invalidRequest, missing, unexpectedState } from './errors.ts';
import type { Events } from './events.ts';
import type { PaymentMethods } from './methods.ts';
import { type Cause, newPaymentIntent, nowInSeconds, type PaymentIntent } from './objects.ts';
import {
  type Parameters,
  readBoolean,
  readChoice,
  readCount,
  readGroup,
  readMetadata,
  readText,
  requireKnown,
  requireText,
} from './parameters.ts';
import { createSettlement } from './settlement.ts';
import type { State } from './state.ts';
import { listObjects } from './views.ts';

const CREATE_PARAMETERS = [
  'amount',
  'currency',
  'metadata',
  'automatic_payment_methods',
  'payment_method',
  'payment_method_data',
  'confirm',
  'return_url',
  'expand',
];
const CONFIRM_PARAMETERS = ['payment_method', 'payment_method_data', 'return_url', 'expand'];
const CANCELLATION_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'];

type Options = { state: State; events: Events; methods: PaymentMethods };

export type Payments = ReturnType<typeof createPayments>;

/** The lifecycle of PaymentIntents. https://docs.stripe.com/payments/paymentintents/lifecycle */
export function createPayments({ state, events, methods }: Options) {
  const settlement = createSettlement({ state, events });

  const find = (id: string) => state.get<PaymentIntent>('payment_intent', id, 'intent');

  /** @param origin of the provider's own pages */
  function create(parameters: Parameters, cause: Cause, origin: string): PaymentIntent {
    requireKnown(parameters, CREATE_PARAMETERS);
    const intent = readNewIntent(parameters);
    const method = methods.read(parameters);
    if (method) Object.assign(intent, { payment_method: method.id, status: 'requires_confirmation' });
    state.insert(intent);
    events.record('payment_intent.created', intent, cause);
    if (!readBoolean(parameters, 'confirm')) return intent;
    if (!method) throw missing('payment_method');
    return settlement.attempt({ intent, method, returnUrl: readReturnUrl(parameters), origin }, cause);
  }

  function confirm(id: string, parameters: Parameters, cause: Cause, origin: string): PaymentIntent {
    requireKnown(parameters, CONFIRM_PARAMETERS);
    const returnUrl = readReturnUrl(parameters);
    const intent = find(id);
    requireConfirmable(intent);
    const method = methods.read(parameters) ?? (intent.payment_method ? methods.find(intent.payment_method) : null);
    if (method === null) throw unexpectedState(intent, WITHOUT_METHOD);
    return settlement.attempt({ intent, method, returnUrl, origin }, cause);
  }

  function cancel(id: string, parameters: Parameters, cause: Cause): PaymentIntent {
    requireKnown(parameters, ['cancellation_reason', 'expand']);
    const reason = readChoice(parameters, 'cancellation_reason', CANCELLATION_REASONS);
    const intent = find(id);
    const { status } = intent;
    if (status === 'succeeded' || status === 'canceled') {
      const message = `You cannot cancel this PaymentIntent because it has a status of ${status}. ${NOT_CANCELABLE}`;
      throw unexpectedState(intent, message);
    }
    Object.assign(intent, {
      status: 'canceled',
      canceled_at: nowInSeconds(),
      cancellation_reason: reason,
      next_action: null,
    });
    state.update(intent);
    events.record('payment_intent.canceled', intent, cause);
    return intent;
  }

  const list = (parameters: Parameters) => listObjects<PaymentIntent>(state, 'payment_intent', parameters);

  return { find, create, confirm, cancel, list, authenticate: settlement.authenticate };
}

function readNewIntent(parameters: Parameters): PaymentIntent {
  const amount = readCount(parameters, 'amount');
  if (amount === null) throw missing('amount');
  const currency = requireCurrency(requireText(parameters, 'currency'));
  requireChargeable(amount, currency);
  requireKnown(readGroup(parameters, 'automatic_payment_methods') ?? {}, ['enabled', 'allow_redirects']);
  return newPaymentIntent({ amount, currency, metadata: readMetadata(parameters) });
}

/** Rejects `javascript:` and the like. */
function readReturnUrl(parameters: Parameters): string | null {
  const text = readText(parameters, 'return_url');
  if (text === null) return null;
  const url = URL.parse(text);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.href;
  throw invalidRequest('Not a valid URL', { code: 'url_invalid', param: 'return_url' });
}

function requireConfirmable(intent: PaymentIntent): void {
  if (intent.status === 'succeeded') throw unexpectedState(intent, ALREADY_PAID);
  if (intent.status === 'canceled') throw unexpectedState(intent, ALREADY_CANCELED);
}

const ALREADY_PAID =
  'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.';
const ALREADY_CANCELED =
  'You cannot confirm this PaymentIntent because it has a status of canceled. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.';
const WITHOUT_METHOD =
  "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.";
const NOT_CANCELABLE =
  'Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_reauthorization, requires_confirmation, requires_action, processing.';
