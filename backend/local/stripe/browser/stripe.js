import { integrationError, ORIGIN } from './element.js';
import { Elements } from './elements.js';

const CONNECTION_ERROR = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. Please check your connection and try again.',
};

/** @param {string} key @param {string} path @param {Record<string, string>} parameters @param {'GET' | 'POST'} method */
async function request(key, path, parameters, method) {
  const query = new URLSearchParams({ ...parameters, key });
  const address = `${ORIGIN}/v1/${path}`;
  try {
    const response = await (method === 'GET' ? fetch(`${address}?${query}`) : fetch(address, { method, body: query }));
    const answer = await response.json();
    return answer.error ? { error: answer.error } : { paymentIntent: answer };
  } catch {
    return { error: CONNECTION_ERROR };
  }
}

/** @param {unknown} clientSecret */
function requireClientSecret(clientSecret) {
  if (typeof clientSecret === 'string' && /^pi_\w+_secret_\w+$/.test(clientSecret)) return clientSecret;
  throw integrationError('Invalid value: clientSecret should be a client secret of the form id_secret_secret.');
}

/** @param {string} clientSecret */
function idOf(clientSecret) {
  return clientSecret.split('_secret_')[0];
}

/** Leaves the page, so the promise stays open. @param {string | URL} address @returns {Promise<never>} */
function leaveTo(address) {
  window.location.assign(address);
  return new Promise(() => {});
}

/** On to the card's bank, if it wants to know who pays; it sends back to `returnUrl`. */
function authenticate(/** @type {any} */ { next_action: action }, /** @type {string} */ returnUrl) {
  if (action.type === 'redirect_to_url') return leaveTo(action.redirect_to_url.url);
  const page = new URL(action.use_stripe_sdk.stripe_js);
  page.searchParams.set('return_url', returnUrl);
  return leaveTo(page);
}

/** @param {any} intent @param {string} returnUrl */
function returnWith(intent, returnUrl) {
  const address = new URL(returnUrl);
  address.searchParams.set('payment_intent', intent.id);
  address.searchParams.set('payment_intent_client_secret', intent.client_secret);
  address.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
  return leaveTo(address);
}

/** @param {string} key */
function createStripe(key) {
  /** @param {any} options */
  async function confirmPayment({ elements, clientSecret, confirmParams = {}, redirect = 'always' }) {
    const secret = requireClientSecret(clientSecret ?? elements?.clientSecret);
    const returnUrl = confirmParams.return_url;
    if (!returnUrl && redirect !== 'if_required') {
      throw integrationError(
        'stripe.confirmPayment(): the `confirmParams.return_url` parameter is required, unless `redirect` is "if_required".',
      );
    }
    const content = { clientSecret: secret, returnUrl: returnUrl ?? window.location.href };
    const { error, paymentIntent } = confirmParams.payment_method
      ? await confirmWith(secret, confirmParams.payment_method, content.returnUrl)
      : await elements.ask('confirm', content);
    if (error) return { error };
    if (paymentIntent.status === 'requires_action') return authenticate(paymentIntent, content.returnUrl);
    return redirect === 'if_required' ? { paymentIntent } : returnWith(paymentIntent, returnUrl);
  }

  /** @param {string} secret @param {string} method @param {string} returnUrl */
  function confirmWith(secret, method, returnUrl) {
    const parameters = { client_secret: secret, payment_method: method, return_url: returnUrl };
    return request(key, `payment_intents/${idOf(secret)}/confirm`, parameters, 'POST');
  }

  /** @param {string} clientSecret @param {any} [data] */
  async function confirmCardPayment(clientSecret, data = {}, { handleActions = true } = {}) {
    const secret = requireClientSecret(clientSecret);
    const returnUrl = data.return_url ?? window.location.href;
    const method = data.payment_method;
    const result =
      typeof method === 'string'
        ? await confirmWith(secret, method, returnUrl)
        : await method.card.ask('confirm', { clientSecret: secret, returnUrl });
    if (result.error || !handleActions || result.paymentIntent.status !== 'requires_action') return result;
    return authenticate(result.paymentIntent, returnUrl);
  }

  /** @param {string} clientSecret */
  async function retrievePaymentIntent(clientSecret) {
    const secret = requireClientSecret(clientSecret);
    return request(key, `payment_intents/${idOf(secret)}`, { client_secret: secret }, 'GET');
  }

  return {
    elements: (/** @type {object} */ options = {}) => new Elements(key, options),
    confirmPayment,
    confirmCardPayment,
    retrievePaymentIntent,
    async handleNextAction(/** @type {{ clientSecret: string }} */ { clientSecret }) {
      const result = await retrievePaymentIntent(clientSecret);
      if (result.paymentIntent?.status !== 'requires_action') return result;
      return authenticate(result.paymentIntent, window.location.href);
    },
    createPaymentMethod: async (/** @type {any} */ { elements, card }) => (elements ?? card).ask('createPaymentMethod'),
    async createToken() {
      const message = 'Tokens are not a part of this provider: use a PaymentIntent and the Payment Element.';
      return { error: { type: 'invalid_request_error', message } };
    },
    registerAppInfo() {},
    _registerWrapper() {},
  };
}

// `window.Stripe`, as far as a card payment needs it: https://docs.stripe.com/js
// Card data is typed into a frame of the provider's origin, and never reaches the page that loaded the script.
// The version is the release that the loader of @stripe/stripe-js 10 asks for.
window.Stripe = Object.assign(
  /** @param {unknown} key */
  (key) => {
    if (typeof key === 'string' && key.startsWith('pk_')) return createStripe(key);
    throw integrationError('Please call Stripe() with your publishable key. You used something else.');
  },
  { version: 'endive' },
);
