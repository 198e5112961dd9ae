import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import Router, { type RouterContext } from '@koa/router';
import type { Next } from 'koa';
import type { Logger } from '../../core/observability/log.ts';
import { type Caller, identify, type Keys, requireClientSecret, requireSecretKey } from './access.ts';
import { invalidRequest, rateLimited, StripeError, type StripeErrorBody, unrecognized } from './errors.ts';
import type { Events } from './events.ts';
import type { FaultSwitch } from './faults.ts';
import { createIdempotency, type StoredResponse } from './idempotency.ts';
import { newStripeId } from './ids.ts';
import { API_VERSION, type Cause, type PaymentIntent } from './objects.ts';
import { type Parameters, parseParameters, readForm, readText, requireKnown } from './parameters.ts';
import type { Payments } from './payments.ts';
import type { Refunds } from './refunds.ts';
import type { State } from './state.ts';
import { expand, publicIntent } from './views.ts';

type Options = {
  state: State;
  payments: Payments;
  refunds: Refunds;
  events: Events;
  faults: FaultSwitch;
  keys: Keys;
  log: Logger;
  /** Sends pending events. */
  wake: () => void;
  /** Responses held back by a fault. */
  withheld: Set<ServerResponse>;
};

type Call = {
  id: string;
  parameters: Parameters;
  clientSecret: string | null;
  caller: Caller;
  cause: Cause;
  origin: string;
};

const unknownError = new StripeError(500, { type: 'api_error', message: 'An unknown error occurred' });

/** Handles a request and returns the object to send. */
type Operation = (call: Call) => object;

/** `/v1`: the provider's API. https://docs.stripe.com/api */
export function apiRoutes(options: Options): Router {
  const router = new Router({ prefix: '/v1' });
  router.use(respondToErrors(options.log));
  const route = createRoute(router, options);
  const { payments, refunds, events } = options;

  function intentFor({ id, clientSecret, caller }: Call): PaymentIntent {
    const intent = payments.find(id);
    requireClientSecret(intent, clientSecret, caller);
    return intent;
  }

  route('post', '/payment_intents', ({ parameters, cause, origin }) => payments.create(parameters, cause, origin));
  route('get', '/payment_intents', ({ parameters }) => payments.list(parameters));
  route('get', '/payment_intents/:id', intentFor, { isPublic: true });
  route(
    'post',
    '/payment_intents/:id/confirm',
    (call) => {
      const { id } = intentFor(call);
      return payments.confirm(id, call.parameters, call.cause, call.origin);
    },
    { isPublic: true },
  );
  route('post', '/payment_intents/:id/cancel', ({ id, parameters, cause }) => payments.cancel(id, parameters, cause));
  route('post', '/refunds', ({ parameters, cause }) => refunds.create(parameters, cause));
  route('get', '/refunds', ({ parameters }) => refunds.list(parameters));
  route('get', '/refunds/:id', ({ id }) => refunds.find(id));
  route('get', '/events', ({ parameters }) => events.list(parameters));
  route('get', '/events/:id', ({ id }) => events.find(id));
  router.options('/{*path}', (ctx) => {
    ctx.set('Access-Control-Allow-Headers', 'Authorization, Content-Type, Idempotency-Key, Stripe-Version');
    ctx.set('Access-Control-Allow-Methods', 'GET, POST');
    ctx.status = 204;
  });
  router.all('/{*path}', async (ctx) => {
    identify(ctx, await readParameters(ctx), options.keys);
    throw unrecognized(ctx.method, ctx.path);
  });
  return router;
}

function createRoute(router: Router, options: Options) {
  const { state, faults, keys, wake, withheld } = options;
  const idempotency = createIdempotency(state);

  /** Runs the operation, its events and its idempotency key in one transaction. A decline also commits. */
  function perform(ctx: RouterContext, operation: Operation, call: Call): StoredResponse & { isReplayed: boolean } {
    const key = call.cause.idempotencyKey;
    const parameters = { ...call.parameters, caller: call.caller, client_secret: call.clientSecret };
    const request = key === null ? null : { key, method: ctx.method, path: ctx.path, parameters };
    return state.transaction(() => {
      const remembered = request && idempotency.recall(request);
      if (remembered) return { ...remembered, isReplayed: true };
      const isFailing = request !== null && Math.random() < faults.current.api.rememberedFailureRate;
      const response = isFailing
        ? { status: 500, body: { error: unknownError.body } }
        : outcomeOf(call.caller, () => viewFor(call, operation(call)));
      if (request) idempotency.remember(request, response);
      return { ...response, isReplayed: false };
    });
  }

  /** Browsers only get payments. */
  function viewFor({ caller, parameters }: Call, object: object): object {
    return caller === 'publishable' ? publicIntent(object as PaymentIntent) : expand(state, object, parameters);
  }

  return (method: 'get' | 'post', path: string, operation: Operation, { isPublic = false } = {}) => {
    router[method](path, async (ctx) => {
      const call = await readCall(ctx, keys);
      ctx.state.caller = call.caller;
      if (!isPublic) requireSecretKey(call.caller);
      await injectFault(faults);
      const { status, body, isReplayed } = perform(ctx, operation, call);
      wake();
      const isFirst = method === 'post' && !isReplayed;
      if (isFirst && faults.current.api.timeoutAfterCommit) return withholdResponse(ctx, withheld);
      if (isReplayed) ctx.set('Idempotent-Replayed', 'true');
      ctx.status = status;
      ctx.body = body;
    });
  };
}

function outcomeOf(caller: Caller, work: () => object): StoredResponse {
  try {
    return { status: 200, body: work() };
  } catch (error) {
    if (!(error instanceof StripeError) || !error.isOutcome) throw error;
    return { status: error.status, body: { error: caller === 'secret' ? error.body : publicError(error.body) } };
  }
}

function publicError(body: StripeErrorBody): StripeErrorBody {
  const { payment_intent: intent } = body;
  return intent ? { ...body, payment_intent: publicIntent(intent as PaymentIntent) } : body;
}

async function readCall(ctx: RouterContext, keys: Keys): Promise<Call> {
  const given = await readParameters(ctx);
  const caller = identify(ctx, given, keys);
  const { key: _key, client_secret: _secret, ...parameters } = given;
  const idempotencyKey = ctx.method === 'POST' ? ctx.get('Idempotency-Key') || null : null;
  const id = ctx.params.id ?? '';
  if (ctx.method === 'GET' && id !== '') requireKnown(parameters, ['expand']);
  return {
    id,
    parameters,
    clientSecret: readText(given, 'client_secret'),
    caller,
    cause: { requestId: ctx.response.get('Request-Id'), idempotencyKey },
    origin: `${ctx.protocol}://${ctx.host}`,
  };
}

/** From the body, or from the query of a GET. */
async function readParameters(ctx: RouterContext): Promise<Parameters> {
  return ctx.method === 'GET' ? parseParameters(ctx.querystring) : readForm(ctx);
}

export async function injectFault(faults: FaultSwitch): Promise<void> {
  const { latency, status500Rate } = faults.current.api;
  if (faults.isLimited()) throw rateLimited;
  if (latency > 0) await pause(latency);
  if (Math.random() >= status500Rate) return;
  throw unknownError;
}

async function withholdResponse(ctx: RouterContext, withheld: Set<ServerResponse>): Promise<void> {
  ctx.respond = false;
  withheld.add(ctx.res);
  if (!ctx.res.closed) await once(ctx.res, 'close');
  withheld.delete(ctx.res);
}

function respondToErrors(log: Logger) {
  return async (ctx: RouterContext, next: Next): Promise<void> => {
    ctx.set('Request-Id', newStripeId('req'));
    ctx.set('Stripe-Version', API_VERSION);
    ctx.set('Access-Control-Allow-Origin', '*');
    ctx.set('Cache-Control', 'no-store');
    try {
      await next();
    } catch (error) {
      const { status, body } = asStripeError(error, log);
      ctx.status = status;
      if (status === 429) ctx.set('Retry-After', '1');
      ctx.body = { error: ctx.state.caller === 'secret' ? body : publicError(body) };
    }
  };
}

export function asStripeError(error: unknown, log: Logger): StripeError {
  if (error instanceof StripeError) return error;
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  if (status >= 400 && status < 500) return invalidRequest('Invalid request body', {}, status);
  log.error({ err: error }, 'request failed');
  return unknownError;
}
