import { cardNamed, readCard } from './cards.ts';
import { invalidRequest, missing, notFound } from './errors.ts';
import { newPaymentMethod, type PaymentMethod } from './objects.ts';
import { type Parameters, readCount, readGroup, readText, requireKnown, requireText } from './parameters.ts';
import type { State } from './state.ts';

export type PaymentMethods = ReturnType<typeof createPaymentMethods>;

/** Payment methods: only cards. */
export function createPaymentMethods(state: State) {
  /** @throws StripeError for an invalid card */
  function create(parameters: Parameters): PaymentMethod {
    requireKnown(parameters, ['type', 'card', 'billing_details', 'metadata', 'expand', 'allow_redisplay']);
    const type = requireText(parameters, 'type');
    if (type !== 'card') {
      throw invalidRequest('Invalid type: must be card', { param: 'type', code: 'parameter_unknown' });
    }
    const card = readGroup(parameters, 'card');
    if (card === null) throw missing('card');
    const method = methodOf(card);
    state.insert(method);
    return method;
  }

  /** A stored method, or a new one for each use of a `pm_card_…` test id. */
  function find(id: string): PaymentMethod {
    const card = cardNamed(id);
    if (card !== null) {
      const method = newPaymentMethod({ card, expMonth: 12, expYear: new Date().getFullYear() + 1 });
      state.insert(method);
      return method;
    }
    const method = state.find<PaymentMethod>('payment_method', id);
    if (method === null) throw notFound('PaymentMethod', id, 'payment_method');
    return method;
  }

  return {
    find,

    /** The method that a request refers to or describes; null without one. */
    read(parameters: Parameters): PaymentMethod | null {
      const description = readGroup(parameters, 'payment_method_data');
      if (description !== null) return create(description);
      const id = readText(parameters, 'payment_method');
      return id === null ? null : find(id);
    },
  };
}

function methodOf(card: Parameters): PaymentMethod {
  requireKnown(card, ['number', 'exp_month', 'exp_year', 'cvc']);
  const expMonth = readCount(card, 'exp_month');
  const year = readCount(card, 'exp_year');
  if (expMonth === null) throw missing('card[exp_month]');
  if (year === null) throw missing('card[exp_year]');
  const expYear = year < 100 ? 2000 + year : year;
  const number = requireText(card, 'number');
  const testCard = readCard({ number, expMonth, expYear, cvc: readText(card, 'cvc') });
  return newPaymentMethod({ card: testCard, expMonth, expYear });
}
