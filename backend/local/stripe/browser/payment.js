/** @typedef {{ type: string, message: string, code?: string, payment_intent?: { status: string } }} StripeError */

export const CONNECTION_ERROR = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. Please check your connection and try again.',
};

/** Messages shown instead of the card form of an ended payment, by status. */
const ENDED = new Map([
  ['succeeded', 'This payment has already been made.'],
  ['canceled', 'This payment has been canceled.'],
]);

/**
 * The error that prevents payment; null if there is none.
 * @param {string} clientSecret @param {string} key @returns {Promise<StripeError | null>}
 */
export async function findBlockingError(clientSecret, key) {
  const intent = await retrieve(clientSecret, key);
  if (intent.error) return intent.error;
  return ENDED.has(intent.status) ? unexpectedState(intent) : null;
}

/**
 * The error if a payment is not for the price that the shopper agreed to; null if it is.
 * @param {string} clientSecret @param {string} key @param {{ amount: number, currency: string }} price
 * @returns {Promise<StripeError | null>}
 */
export async function findWrongPrice(clientSecret, key, { amount, currency }) {
  const intent = await retrieve(clientSecret, key);
  if (intent.error) return intent.error;
  if (intent.amount === amount && intent.currency === currency) return null;
  return {
    type: 'invalid_request_error',
    message: `The amount and currency of this PaymentIntent (${intent.amount} ${intent.currency}) don't match those of Elements (${amount} ${currency}).`,
  };
}

/** @param {string} clientSecret @param {string} key */
async function retrieve(clientSecret, key) {
  const query = new URLSearchParams({ client_secret: clientSecret, key });
  try {
    const response = await fetch(`/v1/payment_intents/${clientSecret.split('_secret_')[0]}?${query}`);
    return await response.json();
  } catch {
    return { error: CONNECTION_ERROR };
  }
}

/** The message shown instead of the card form. @param {StripeError} error */
export function messageFor({ payment_intent: intent }) {
  return ENDED.get(intent?.status ?? '') ?? 'The card form could not be loaded.';
}

/** @param {{ status: string }} intent */
function unexpectedState(intent) {
  return {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `The card form can't be loaded because this PaymentIntent has a status of ${intent.status}.`,
    payment_intent: intent,
  };
}
