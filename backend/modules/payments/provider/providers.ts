import type { ProviderName } from '#contract/orders/payments.ts';
import type { EnvironmentReader } from '../../../core/process/environment.ts';
import { localProvider } from './local/local.ts';
import { type LocalSettings, readLocal } from './local/settings.ts';
import type { PaymentProvider } from './port.ts';
import { SIGNATURE_HEADER } from './stripe/events.ts';
import { readStripe, STRIPE_VARIABLES, type StripeSettings } from './stripe/settings.ts';
import { stripeProvider } from './stripe/stripe.ts';

/** The variables of the provider that the shop uses. */
export type PaymentSettings = ({ provider: 'stripe' } & StripeSettings) | ({ provider: 'local' } & LocalSettings);

/** The variables that production needs. */
export const requiredVariables = STRIPE_VARIABLES;

/** The headers by which the providers of production sign their webhooks. */
export const signatureHeaders = [SIGNATURE_HEADER];

/** @returns null if nothing is set; `make up` then starts a stand-in */
export function readPayments(
  provider: ProviderName,
  read: EnvironmentReader,
  problems: string[],
  production: boolean,
): PaymentSettings | null {
  if (provider === 'local') {
    if (production) problems.push('PAYMENT_PROVIDER=local is not for production: use PAYMENT_PROVIDER=stripe');
    const settings = readLocal(read, problems);
    return settings && { provider, ...settings };
  }
  const settings = readStripe(read, problems, production);
  return settings && { provider, ...settings };
}

export function openPaymentProvider(settings: PaymentSettings): PaymentProvider {
  return settings.provider === 'local' ? localProvider(settings) : stripeProvider(settings);
}
