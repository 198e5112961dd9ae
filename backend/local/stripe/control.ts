import Router from '@koa/router';
import { ValidationError } from 'yup';
import { jsonBody } from '../../core/http.ts';
import { identify, type Keys, requireSecretKey } from './access.ts';
import { StripeError } from './errors.ts';
import type { Events } from './events.ts';
import type { FaultSwitch } from './faults.ts';
import { parametersOf, requireText } from './parameters.ts';
import type { Webhooks } from './webhooks.ts';

type Options = { faults: FaultSwitch; webhooks: Webhooks; events: Events; keys: Keys };

/** `/control`: what tests need and the real provider lacks: faults, and resending an event. */
export function controlRoutes({ faults, webhooks, events, keys }: Options): Router {
  const router = new Router({ prefix: '/control' });

  router.use(async (ctx, next) => {
    try {
      requireSecretKey(identify(ctx, {}, keys));
      await next();
    } catch (error) {
      const isRefusal = error instanceof StripeError;
      if (!isRefusal && !(error instanceof ValidationError) && !isBadRequest(error)) throw error;
      ctx.status = isRefusal ? error.status : 400;
      ctx.body = { error: { type: 'invalid_request_error', message: error.message } };
    }
  });

  router.get('/faults', (ctx) => {
    ctx.body = faults.current;
  });

  router.post('/faults', jsonBody, (ctx) => {
    faults.set(ctx.request.body);
    webhooks.wake();
    ctx.body = faults.current;
  });

  router.delete('/faults', (ctx) => {
    faults.reset();
    webhooks.wake();
    ctx.body = faults.current;
  });

  router.post('/webhooks/resend', jsonBody, (ctx) => {
    const event = events.find(requireText(parametersOf(ctx.request.body), 'event'));
    webhooks.resend(event.id);
    webhooks.wake();
    ctx.body = events.find(event.id);
  });

  return router;
}

/** For a body that is too long or not JSON. */
function isBadRequest(error: unknown): error is Error {
  return error instanceof Error && 'status' in error && Number(error.status) < 500;
}
