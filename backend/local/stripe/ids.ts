import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

type Prefix = 'pi' | 'ch' | 're' | 'evt' | 'pm' | 'req' | 'txn' | 'du';

/** A new id such as `pi_` with 24 letters and digits. */
export function newStripeId(prefix: Prefix): string {
  return `${prefix}_${randomText(24)}`;
}

/** The secret that lets a browser view and pay one payment. */
export function newClientSecret(paymentIntentId: string): string {
  return `${paymentIntentId}_secret_${randomText(25)}`;
}

function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
