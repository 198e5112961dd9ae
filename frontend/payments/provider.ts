import type { ProviderName } from '#contract/orders/payments.ts';
import { m } from '#messages';
import { call } from '../api/call.ts';
import { createRemote } from '../api/remote.ts';
import type { OpenProvider, Provider } from './port.ts';
import { openStripe } from './stripe/stripe.tsx';

let loading: Promise<Provider> | undefined;

/**
 * The payment provider, loaded on first use and cached. A failure is not cached: the next call retries.
 * @throws ApiError, or an Error whose message can be shown
 */
export function loadProvider(): Promise<Provider> {
  loading ??= openProvider().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** The same for the pages. */
export const paymentProvider = createRemote<null, Provider>({ load: loadProvider, isPublic: true });

async function openProvider(): Promise<Provider> {
  const config = await call<'PaymentConfig'>('GET', '/payment/config', { task: m.payment.task() });
  try {
    // The previous release names none.
    return await (providers[config.provider] ?? openStripe)(config);
  } catch (cause) {
    console.error(cause);
    throw new Error(m.payment.providerUnreachable(), { cause });
  }
}

/** Only the provider of production comes with the page. */
const providers: Record<ProviderName, OpenProvider> = {
  stripe: openStripe,
  local: async (config) => (await import('./local/local.tsx')).openLocal(config),
};
