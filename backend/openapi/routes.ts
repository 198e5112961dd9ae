import { tmpdir } from 'node:os';
import { apiRouter } from '../app.ts';
import { readConfig, requireSettings } from '../config.ts';
import { type DescribedCall, describedCalls } from '../core/http/calls.ts';
import { keepResponses } from '../core/http/kept-responses.ts';
import { ownLimits } from '../core/limits/limit-store.ts';
import { FileStorage } from '../core/storage/file-storage.ts';
import { followCatalogue } from '../modules/listing/follow-catalogue.ts';
import { openPaymentProvider } from '../modules/payments/provider/providers.ts';
import { openSettings } from '../modules/settings/shop-settings.ts';

export type DescribedRoute = {
  method: string;
  /** As in the router, such as "/api/v1/orders/:id". */
  path: string;
  call: DescribedCall;
};

/** The routes of the API. @throws Error unless each has exactly one description, and each description exactly one route */
export function describedRoutes(): DescribedRoute[] {
  const unused = new Map(describedCalls);
  const routes = layersOfApi().map(({ methods, path, stack }): DescribedRoute => {
    const method = methods.find((name) => name !== 'HEAD') ?? '';
    const [call, ...others] = stack.flatMap((middleware) => {
      const found = unused.get(middleware);
      unused.delete(middleware);
      return found === undefined ? [] : [found];
    });
    if (call === undefined || others.length > 0) throw new Error(`${method} ${path} needs one description of its own`);
    return { method, path: String(path), call };
  });
  for (const { summary } of unused.values()) throw new Error(`"${summary}" describes no route`);
  return routes;
}

/** The router is only looked at, so nothing connects or listens. */
function layersOfApi() {
  const catalogue = followCatalogue();
  const stripe = { STRIPE_SECRET_KEY: 'sk_', STRIPE_PUBLISHABLE_KEY: 'pk_', STRIPE_WEBHOOK_SECRET: 'whsec_' };
  const config = requireSettings(readConfig(stripe), ['payments']);
  const router = apiRouter({
    config,
    provider: openPaymentProvider(config.payments),
    settings: openSettings({}),
    catalogue,
    kept: keepResponses(catalogue),
    storage: new FileStorage(tmpdir()),
    limits: ownLimits,
  });
  return router.stack.filter(({ methods }) => methods.length > 0);
}
