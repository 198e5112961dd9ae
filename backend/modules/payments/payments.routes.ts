import { paymentInput } from '#contract/payments.input.ts';
import type { PaymentConfig } from '#contract/payments.ts';
import { createRouter, jsonBody, requireCaller, validate } from '../../core/http.ts';
import type { Logger } from '../../core/log.ts';
import { limitByAddress, type RateLimit } from '../../core/rate-limit.ts';
import type { PaymentProvider } from '../provider/provider.ts';
import { preparePayment } from './payments.service.ts';

type Options = PaymentConfig & { provider: PaymentProvider; log: Logger };

/** Every change of cart or currency prepares a payment; testing stolen cards takes far more of them. */
const PAYMENTS: RateLimit = { most: 300, seconds: 60 * 60 };

export function paymentsRoutes({ provider, log, publishableKey, scriptUrl, returnUrl }: Options) {
  const router = createRouter();

  router.get('/payment/config', (ctx) => {
    ctx.body = { status: 'success', publishableKey, scriptUrl, returnUrl };
  });

  router.post('/payment', limitByAddress(PAYMENTS), jsonBody, async (ctx) => {
    const { userId } = requireCaller(ctx, 'Have to be login.');
    const input = validate(paymentInput, ctx.request.body);
    ctx.body = { status: 'success', ...(await preparePayment({ em: ctx.state.em, provider, log }, userId, input)) };
  });

  return router;
}
