import type { Stripe, StripeElementLocale } from '@stripe/stripe-js';
import { loadStripe as loadFromStripe } from '@stripe/stripe-js/dist/pure.mjs';
import type { PaymentConfig } from '#contract/orders/payments.ts';
import { currentCode } from '#messages';
import type { LanguageCode } from '#messages/languages.ts';

/** The languages of the shop that Stripe speaks, too; for others it chooses by the browser. */
const locales: Partial<Record<LanguageCode, StripeElementLocale>> = { en: 'en', de: 'de' };

/** Loads Stripe's library for browsers. */
export async function loadStripe({ publishableKey, scriptUrl }: PaymentConfig): Promise<Stripe> {
  trustScriptsOf(scriptUrl);
  if (scriptUrl !== null) await loadScript(scriptUrl);
  const stripe = await loadFromStripe(publishableKey, { locale: locales[currentCode()] ?? 'auto' });
  if (stripe === null) throw new Error('Stripe works only in a browser');
  return stripe;
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
