import Router, { type RouterContext } from '@koa/router';
import { mixed, number, object, string, ValidationError } from 'yup';
import { readJson } from '../../core/http/bodies.ts';
import { identify, type Keys, requireSecretKey } from './access.ts';
import type { Disputes } from './disputes.ts';
import { StripeError } from './errors.ts';
import type { FaultSwitch } from './faults.ts';
import { type Cause, type DisputeEnd, disputeEnds } from './objects.ts';
import type { Refunds } from './refunds.ts';
import type { State } from './state.ts';
import type { Webhooks } from './webhooks.ts';

type Options = {
  faults: FaultSwitch;
  webhooks: Webhooks;
  keys: Keys;
  state: State;
  refunds: Refunds;
  disputes: Disputes;
};

const disputeInput = object({ payment_intent: string().required(), amount: number().integer().min(1) })
  .noUnknown()
  .strict(true);
const closeInput = object({
  status: mixed<DisputeEnd>()
    .oneOf([...disputeEnds])
    .required(),
})
  .noUnknown()
  .strict(true);

/** The bank, not the shop, causes these changes. */
const BANK: Cause = { requestId: null, idempotencyKey: null };

/**
 * Injects faults for tests, and does what only banks do: refunds fail, payments are disputed, disputes end. The real provider
 * has no such calls.
 */
export function controlRoutes({ faults, webhooks, keys, state, refunds, disputes }: Options): Router {
  const router = new Router({ prefix: '/control' });

  router.use(async (ctx, next) => {
    try {
      requireSecretKey(identify(ctx, {}, keys));
      await next();
    } catch (error) {
      const isStripeError = error instanceof StripeError;
      if (!isStripeError && !(error instanceof ValidationError) && !isBadRequest(error)) throw error;
      ctx.status = isStripeError ? error.status : 400;
      ctx.body = { error: { type: 'invalid_request_error', message: error.message } };
    }
  });

  router.post('/faults', async (ctx) => {
    faults.set(await readJson(ctx.req));
    webhooks.wake();
    ctx.body = faults.current;
  });

  function change(path: string, work: (id: string, body: unknown) => object): void {
    router.post(path, async (ctx: RouterContext) => {
      const body = await readJson(ctx.req);
      ctx.body = state.transaction(() => work(ctx.params.id ?? '', body));
      webhooks.wake();
    });
  }

  change('/refunds/:id/fail', (id) => refunds.fail(id, BANK));
  change('/disputes', (_, body) => {
    const { payment_intent, amount = null } = disputeInput.validateSync(body);
    return disputes.open(payment_intent, amount, BANK);
  });
  change('/disputes/:id/close', (id, body) => disputes.close(id, closeInput.validateSync(body).status, BANK));

  return router;
}

/** For bodies that are malformed or too large. */
function isBadRequest(error: unknown): error is Error {
  return error instanceof Error && 'status' in error && Number(error.status) < 500;
}
