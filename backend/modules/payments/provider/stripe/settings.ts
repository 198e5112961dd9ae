import type { EnvironmentReader } from '../../../../core/process/environment.ts';

export type StripeSettings = {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Address of its API; null for Stripe's. */
  apiUrl: string | null;
  /** Address of its script; null for Stripe's. */
  scriptUrl: string | null;
};

export const STRIPE_VARIABLES = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'];

/** @returns null without keys, or with only some of them, which is a problem */
export function readStripe(read: EnvironmentReader, problems: string[], production: boolean): StripeSettings | null {
  // Every browser gets the publishable key, so it must not be the secret one: https://docs.stripe.com/keys
  const secretKey = read.key('STRIPE_SECRET_KEY', ['sk_', 'rk_']);
  const publishableKey = read.key('STRIPE_PUBLISHABLE_KEY', ['pk_']);
  const webhookSecret = read.key('STRIPE_WEBHOOK_SECRET', ['whsec_']);
  const apiUrl = read.url('STRIPE_API_URL', ['http:', 'https:']);
  const scriptUrl = read.url('STRIPE_SCRIPT_URL', ['http:', 'https:']);
  if (secretKey === null && publishableKey === null && webhookSecret === null) return null;
  if (secretKey !== null && publishableKey !== null && webhookSecret !== null) {
    return { secretKey, publishableKey, webhookSecret, apiUrl, scriptUrl };
  }
  // In production, each missing key is reported separately.
  if (!production) {
    problems.push('STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET go together: set all or none');
  }
  return null;
}
