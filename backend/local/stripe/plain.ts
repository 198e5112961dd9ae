import Router, { type RouterContext } from '@koa/router';
import { type InferType, number, object, type Schema, string, ValidationError } from 'yup';
import { readJson } from '../../core/http/bodies.ts';
import { isSameSecret } from '../../core/http/sessions.ts';
import type { Logger } from '../../core/observability/log.ts';
import { SIGNATURE_HEADER, signatureOf } from '../../modules/payments/provider/local/local.ts';
import type { Payment, PaymentState, ProviderEvent, ProviderRefund } from '../../modules/payments/provider/port.ts';
import { type Keys, requireClientSecret } from './access.ts';
import { asStripeError, injectFault } from './api.ts';
import { invalidRequest, StripeError } from './errors.ts';
import type { FaultSwitch } from './faults.ts';
import { createIdempotency } from './idempotency.ts';
import type { Cause, Charge, Dispute, Event, PaymentIntent, Refund } from './objects.ts';
import { withOutcome } from './pages.ts';
import type { Payments } from './payments.ts';
import type { Refunds } from './refunds.ts';
import type { State } from './state.ts';

type Options = {
  state: State;
  payments: Payments;
  refunds: Refunds;
  faults: FaultSwitch;
  keys: Keys;
  log: Logger;
  /** Sends pending events. */
  wake: () => void;
};

const paymentInput = object({
  amount: number().integer().required(),
  currency: string().required(),
  orderId: string().nullable().defined(),
});
const refundInput = object({
  paymentId: string().required(),
  amount: number().integer().required(),
  refundId: string().required(),
});
const cardInput = object({
  clientSecret: string().required(),
  returnUrl: string().required(),
  number: string().required(),
  expMonth: string().required(),
  expYear: string().required(),
  cvc: string().required(),
});

/** `/local`: the same payments in the words of the shop's port, as JSON, for its provider `local`. */
export function plainRoutes({ state, payments, refunds, faults, keys, log, wake }: Options): Router {
  const router = new Router({ prefix: '/local' });
  const idempotency = createIdempotency(state);

  router.use(async (ctx, next) => {
    ctx.set('Access-Control-Allow-Origin', '*');
    ctx.set('Access-Control-Allow-Headers', 'Content-Type');
    ctx.set('Cache-Control', 'no-store');
    try {
      await next();
    } catch (error) {
      const { status, body } = asStripeError(
        error instanceof ValidationError ? invalidRequest(error.message) : error,
        log,
      );
      ctx.status = status;
      if (status === 429) ctx.set('Retry-After', '1');
      ctx.body = { message: body.message, isMisusedKey: body.type === 'idempotency_error' };
    }
  });
  router.options('/{*path}', (ctx) => {
    ctx.status = 204;
  });

  /** A call of the shop. Changes run once for each idempotency key. */
  function route<Input extends Schema>(
    method: 'get' | 'post',
    path: string,
    input: Input | null,
    work: (ctx: RouterContext, input: InferType<Input>, cause: Cause) => object,
  ): void {
    router[method](path, async (ctx) => {
      const bearer = ctx.get('Authorization').replace(/^Bearer /, '');
      if (!isSameSecret(bearer, keys.secretKey)) throw invalidRequest('Wrong key', {}, 401);
      const body = input === null ? null : await input.validate(await readJson(ctx.req));
      await injectFault(faults);
      const key = ctx.get('Idempotency-Key') || null;
      const request = key && { key: `local-${key}`, method, path, parameters: body as object };
      ctx.body = state.transaction(() => {
        const remembered = request && idempotency.recall(request);
        if (remembered) return remembered.body;
        const done = work(ctx, body, { requestId: null, idempotencyKey: key });
        if (request) idempotency.remember(request, { status: 200, body: done });
        return done;
      });
      wake();
    });
  }

  const plain = (intent: PaymentIntent) => paymentOf(state, intent);
  const id = (ctx: RouterContext) => ctx.params.id ?? '';

  route('post', '/payments', paymentInput, (ctx, { amount, currency, orderId }, cause) => {
    const parameters = {
      amount: String(amount),
      currency: currency.toLowerCase(),
      metadata: orderId ? { orderId } : {},
    };
    return plain(payments.create(parameters, cause, ownOrigin(ctx)));
  });
  route('get', '/payments/:id', null, (ctx) => plain(payments.find(id(ctx))));
  route('post', '/payments/:id/cancel', object(), (ctx, _, cause) => {
    const intent = payments.find(id(ctx));
    return plain(
      stateOf(intent) === 'paid' || intent.status === 'canceled' ? intent : payments.cancel(intent.id, {}, cause),
    );
  });
  route('get', '/payments/:id/refunds', null, (ctx) => {
    const isOf = (refund: Refund) => refund.payment_intent === id(ctx);
    return state.list<Refund>('refund', ALL, isOf).data.map(refundOf);
  });
  route('post', '/refunds', refundInput, (_, { paymentId, amount, refundId }, cause) => {
    try {
      refunds.create({ payment_intent: paymentId, amount: String(amount), metadata: { refundId } }, cause);
      return { isMade: true };
    } catch (error) {
      if (!(error instanceof StripeError) || error.body.code !== 'charge_already_refunded') throw error;
      return { isMade: false };
    }
  });
  route('get', '/events', null, ({ query }) => {
    const [from, until] = [Number(query.from) / 1000, Number(query.until) / 1000];
    const isWanted = ({ created }: Event) => created >= Math.floor(from) && created <= until;
    return state.list<Event>('event', ALL, isWanted).data.flatMap((event) => eventOf(event) ?? []);
  });

  /** Pays with a card, from a browser. A decline is an outcome, too. */
  router.post('/payments/:id/confirm', async (ctx) => {
    const { clientSecret, returnUrl, number, expMonth, expYear, cvc } = await cardInput.validate(
      await readJson(ctx.req),
    );
    const card = { number, exp_month: expMonth, exp_year: expYear, cvc };
    ctx.body = state.transaction(() => {
      const intent = payments.find(id(ctx));
      requireClientSecret(intent, clientSecret, 'publishable');
      const parameters = { payment_method_data: { type: 'card', card }, return_url: returnUrl };
      try {
        const paid = payments.confirm(intent.id, parameters, { requestId: null, idempotencyKey: null }, ownOrigin(ctx));
        return { redirect: paid.next_action?.redirect_to_url.url ?? withOutcome(new URL(returnUrl), paid) };
      } catch (error) {
        if (!(error instanceof StripeError)) throw error;
        const { type, code = '', decline_code = '', message } = error.body;
        const isDeclined = type === 'card_error';
        return { refusal: { message, codes: [decline_code, code], isDeclined, state: stateOf(intent) } };
      }
    });
    wake();
  });

  return router;
}

/** Of the provider's pages; `ctx.origin` is the caller's. */
function ownOrigin({ protocol, host }: RouterContext): string {
  return `${protocol}://${host}`;
}

const ALL = { limit: Number.POSITIVE_INFINITY, startingAfter: null };

function paymentOf(state: State, intent: PaymentIntent): Payment {
  const charge = state.find<Charge>('charge', intent.latest_charge ?? '');
  return {
    id: intent.id,
    amount: intent.amount,
    state: stateOf(intent),
    orderId: intent.metadata.orderId ?? null,
    attemptedAt: charge && new Date(charge.created * 1000),
    isRefunded: charge !== null && charge.amount_refunded > 0,
    clientSecret: intent.client_secret,
  };
}

function stateOf({ status, last_payment_error: error }: PaymentIntent): PaymentState {
  if (status === 'requires_payment_method') return error ? 'declined' : 'awaiting';
  if (status === 'succeeded') return 'paid';
  return status === 'canceled' ? 'canceled' : 'confirming';
}

function refundOf({ amount, metadata, status }: Refund): ProviderRefund {
  return { amount, refundId: metadata.refundId ?? null, isFailed: status === 'failed' };
}

/** The kinds that can change an order, by their names at Stripe. */
const KINDS = new Map([
  ['payment_intent.succeeded', 'paid'],
  ['payment_intent.payment_failed', 'declined'],
  ['payment_intent.canceled', 'canceled'],
  ['charge.refunded', 'refunded'],
  ['refund.failed', 'refundFailed'],
  ['charge.dispute.created', 'disputed'],
  ['charge.dispute.closed', 'disputeClosed'],
]);

function eventOf({ id, type: stripeType, data }: Event): ProviderEvent | null {
  const type = KINDS.get(stripeType);
  if (type === undefined) return null;
  const about = data.object as PaymentIntent | Charge | Refund | Dispute;
  const paymentId = 'payment_intent' in about ? about.payment_intent : about.id;
  const dispute = about.object === 'dispute' ? disputeOf(about as Dispute) : null;
  return { id, type, paymentId, isDecline: type === 'declined', dispute };
}

function disputeOf({ id, amount, status }: Dispute): ProviderEvent['dispute'] {
  if (status === 'needs_response') return { id, amount, state: 'open' };
  return { id, amount, state: status === 'lost' ? 'lost' : 'won' };
}

/** A webhook about an event; null if the shop wants none about it. */
export function plainMessage(event: Event, key: string) {
  const shown = eventOf(event);
  if (shown === null) return null;
  const payload = JSON.stringify(shown);
  return { payload, headers: { [SIGNATURE_HEADER]: signatureOf(payload, key) } };
}
