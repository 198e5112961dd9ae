import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/dist/pure.mjs';
import { paymentMessage } from '../paymentMessages.ts';
import { getPaymentConfig } from './payments.ts';

/** `returnUrl` is where the provider sends the shopper back to. */
export type Provider = { stripe: Stripe; returnUrl: string };

let loading: Promise<Provider> | undefined;

/**
 * The card payment provider's library for the browser, fetched when it is first needed and then kept. A failure is not
 * kept: the next call tries again.
 * @throws ApiError, or an Error with a sentence for the shopper
 */
export function loadProvider(): Promise<Provider> {
  loading ??= openProvider().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function openProvider(): Promise<Provider> {
  const { publishableKey, scriptUrl, returnUrl } = await getPaymentConfig();
  try {
    if (scriptUrl !== null) await loadScript(scriptUrl);
    const stripe = await loadStripe(publishableKey);
    if (stripe === null) throw new Error('The provider is only there in a browser');
    return { stripe, returnUrl };
  } catch (cause) {
    console.error(cause);
    throw new Error(paymentMessage.providerUnreachable, { cause });
  }
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
