import { integrationError } from './element.js';
import { Elements } from './elements.js';

/** @param {unknown} clientSecret */
function requireClientSecret(clientSecret) {
  if (typeof clientSecret === 'string' && /^pi_\w+_secret_\w+$/.test(clientSecret)) return clientSecret;
  throw integrationError('Invalid value: clientSecret should be a client secret of the form id_secret_secret.');
}

/** Leaves the page; the promise never settles. @param {string | URL} address @returns {Promise<never>} */
function leaveTo(address) {
  window.location.assign(address);
  return new Promise(() => {});
}

/** @param {any} intent @param {string} returnUrl */
function returnWith(intent, returnUrl) {
  const address = new URL(returnUrl);
  address.searchParams.set('payment_intent', intent.id);
  address.searchParams.set('payment_intent_client_secret', intent.client_secret);
  address.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
  return leaveTo(address);
}

async function notSupported() {
  throw integrationError('This provider supports the Payment Element only.');
}

/** @param {string} key */
function createStripe(key) {
  /** @param {any} options */
  async function confirmPayment({ elements, confirmParams = {}, ...options }) {
    const clientSecret = requireClientSecret(elements?.clientSecret ?? options.clientSecret);
    const returnUrl = confirmParams.return_url;
    if (!returnUrl) throw integrationError('stripe.confirmPayment(): `confirmParams.return_url` is required.');
    const { error, paymentIntent } = await elements.request('confirm', {
      clientSecret,
      returnUrl,
      price: elements.price,
    });
    if (error) return { error };
    const action = paymentIntent.next_action;
    return action ? leaveTo(action.redirect_to_url.url) : returnWith(paymentIntent, returnUrl);
  }

  return {
    elements: (/** @type {object} */ options = {}) => new Elements(key, options),
    confirmPayment,
    // The library for React checks that these exist.
    confirmCardPayment: notSupported,
    createPaymentMethod: notSupported,
    createToken: notSupported,
    registerAppInfo() {},
    _registerWrapper() {},
  };
}

// The part of `window.Stripe` that a card payment needs: https://docs.stripe.com/js
// The card form runs in a frame of the provider's origin, so card data never reaches the shop's page.
// @stripe/stripe-js 10 expects this version.
window.Stripe = Object.assign(
  /** @param {unknown} key */
  (key) => {
    if (typeof key === 'string' && key.startsWith('pk_')) return createStripe(key);
    throw integrationError('Please call Stripe() with your publishable key. You used something else.');
  },
  { version: 'endive' },
);
