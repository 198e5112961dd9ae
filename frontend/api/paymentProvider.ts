import type { Stripe, StripeElementLocale } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/dist/pure.mjs';
import { currentCode, m } from '#messages';
import type { LanguageCode } from '#messages/languages.ts';
import { call } from './call.ts';
import { createRemote } from './remote.ts';

/** The provider redirects the shopper to `returnUrl`. */
export type Provider = { stripe: Stripe; returnUrl: string };

/** The languages of the shop that the provider speaks, too; for others it chooses by the browser. */
const locales: Partial<Record<LanguageCode, StripeElementLocale>> = { en: 'en', de: 'de' };

let loading: Promise<Provider> | undefined;

/**
 * The payment provider's browser library, loaded on first use and cached. A failure is not cached: the next call
 * retries.
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
  const options = { task: m.payment.task() };
  const { publishableKey, scriptUrl, returnUrl } = await call<'PaymentConfig'>('GET', '/payment/config', options);
  try {
    trustScriptsOf(scriptUrl);
    if (scriptUrl !== null) await loadScript(scriptUrl);
    const stripe = await loadStripe(publishableKey, { locale: locales[currentCode()] ?? 'auto' });
    if (stripe === null) throw new Error('The payment provider works only in a browser');
    return { stripe, returnUrl };
  } catch (cause) {
    console.error(cause);
    throw new Error(m.payment.providerUnreachable(), { cause });
  }
}

/** Stripe loads more scripts from its own origins: https://docs.stripe.com/security/guide#content-security-policy */
const STRIPE = /^https:\/\/([\w-]+\.)*js\.stripe\.com$/;

/**
 * Permits the provider's scripts, and nothing else, where browsers refuse addresses of scripts that no policy has seen
 * (Trusted Types). The provider's own code sets addresses too, so it is the default policy.
 */
function trustScriptsOf(scriptUrl: string | null): void {
  const { trustedTypes } = window;
  // A retry finds the policy of the first attempt.
  if (trustedTypes === undefined || trustedTypes.defaultPolicy) return;
  const provider = scriptUrl === null ? null : new URL(scriptUrl).origin;
  trustedTypes.createPolicy('default', {
    createScriptURL(address) {
      const { origin } = new URL(address, location.href);
      if (provider === null ? STRIPE.test(origin) : origin === provider) return address;
      throw new TypeError(`${origin} is not the payment provider`);
    },
  });
}

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error(`${address} could not be loaded`));
    };
    document.head.append(script);
  });
}
