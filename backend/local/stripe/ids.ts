import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

type Prefix = 'pi' | 'ch' | 're' | 'evt' | 'pm' | 'req' | 'txn';

/** A new id in the provider's format: `pi_` and 24 letters and digits. */
export function newStripeId(prefix: Prefix): string {
  return `${prefix}_${randomText(24)}`;
}

/** Lets its holder see and pay this one payment. */
export function newClientSecret(paymentIntentId: string): string {
  return `${paymentIntentId}_secret_${randomText(25)}`;
}

function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
