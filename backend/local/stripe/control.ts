import Router from '@koa/router';
import { ValidationError } from 'yup';
import { readJson } from '../../core/http/bodies.ts';
import { identify, type Keys, requireSecretKey } from './access.ts';
import { StripeError } from './errors.ts';
import type { FaultSwitch } from './faults.ts';
import type { Webhooks } from './webhooks.ts';

type Options = { faults: FaultSwitch; webhooks: Webhooks; keys: Keys };

/** `POST /control/faults` injects faults for tests. The real provider has no such call. */
export function controlRoutes({ faults, webhooks, keys }: Options): Router {
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

  return router;
}

/** For bodies that are malformed or too large. */
function isBadRequest(error: unknown): error is Error {
  return error instanceof Error && 'status' in error && Number(error.status) < 500;
}
