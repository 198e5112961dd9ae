/**
 * Defines `window.Stripe` as far as a card payment needs it: https://docs.stripe.com/js
 * Card data is typed into a frame of the provider's origin, and never reaches the page that loaded this script.
 */
(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const ORIGIN = new URL(script.src).origin;
  /** How long the card form may take to say that it is there, in ms. */
  const LOAD_TIMEOUT = 15_000;
  /** The focus ring of the fields lies outside of them, in px. */
  const RING = 4;

  const CONNECTION_ERROR = {
    type: 'api_connection_error',
    message:
      'We are experiencing issues connecting to our payments provider. Please check your connection and try again.',
  };

  /** A mistake of the page, not of the person who pays. @param {string} message */
  function integrationError(message) {
    return Object.assign(new Error(message), { name: 'IntegrationError' });
  }

  /** The card form: one frame, and the messages to and from it. */
  class PaymentElement {
    /** @type {Map<string, Set<(event: object) => void>>} */
    #listeners = new Map();
    /** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void }>} */
    #questions = new Map();
    /** @type {HTMLIFrameElement | null} */
    #frame = null;
    #isReady = false;
    #isDestroyed = false;
    #lastQuestion = 0;
    #loadTimer = 0;
    #key;
    #appearance;
    #forget;

    /** @param {{ key: string, appearance: object, forget: () => void }} options */
    constructor({ key, appearance, forget }) {
      this.#key = key;
      this.#appearance = appearance;
      this.#forget = forget;
    }

    /** @param {string | Element} place an element, or the selector of one */
    mount(place) {
      if (this.#isDestroyed)
        throw integrationError('This Element has already been destroyed. Please create a new one.');
      const target = typeof place === 'string' ? document.querySelector(place) : place;
      if (!target)
        throw integrationError('The selector you specified applies to no DOM elements that are on the page.');
      if (this.#frame?.parentElement === target) return;
      this.unmount();
      window.addEventListener('message', this.#receive);
      this.#frame = createFrame();
      target.replaceChildren(this.#frame);
      this.#loadTimer = window.setTimeout(() => {
        const error = { type: 'api_connection_error', message: 'The card form could not be loaded.' };
        this.#emit('loaderror', { elementType: 'payment', error });
      }, LOAD_TIMEOUT);
    }

    unmount() {
      window.removeEventListener('message', this.#receive);
      window.clearTimeout(this.#loadTimer);
      this.#frame?.remove();
      this.#frame = null;
      this.#isReady = false;
      for (const { reject } of this.#questions.values()) reject(notMounted());
      this.#questions.clear();
    }

    destroy() {
      this.unmount();
      this.#isDestroyed = true;
      this.#listeners.clear();
      this.#forget();
    }

    /** @param {string} type @param {(event: object) => void} listener */
    on(type, listener) {
      const listeners = this.#listeners.get(type) ?? new Set();
      this.#listeners.set(type, listeners.add(listener));
      return this;
    }

    /** @param {string} type @param {(event: object) => void} listener */
    once(type, listener) {
      const onlyOnce = (/** @type {object} */ event) => {
        this.off(type, onlyOnce);
        listener(event);
      };
      return this.on(type, onlyOnce);
    }

    /** @param {string} type @param {(event: object) => void} [listener] none for all */
    off(type, listener) {
      if (listener) this.#listeners.get(type)?.delete(listener);
      else this.#listeners.delete(type);
      return this;
    }

    /** The form has no options of its own; what it looks like is its group's to say. */
    update() {}

    collapse() {}

    focus() {
      this.#frame?.focus();
      this.#post({ type: 'focus' });
    }

    blur() {
      this.#post({ type: 'blur' });
    }

    clear() {
      this.#post({ type: 'clear' });
    }

    /** @param {object} appearance */
    setAppearance(appearance) {
      this.#appearance = appearance;
      this.#post({ type: 'appearance', appearance });
    }

    /** Has the form do something. @param {string} type @param {object} [content] @returns {Promise<any>} its answer */
    ask(type, content) {
      if (!this.#frame || !this.#isReady) return Promise.reject(notMounted());
      const question = ++this.#lastQuestion;
      return new Promise((resolve, reject) => {
        this.#questions.set(question, { resolve, reject });
        this.#post({ ...content, type, question });
      });
    }

    /** @param {object} message */
    #post(message) {
      this.#frame?.contentWindow?.postMessage(message, ORIGIN);
    }

    /** @param {string} type @param {object} event */
    #emit(type, event) {
      for (const listener of [...(this.#listeners.get(type) ?? [])]) listener(event);
    }

    #receive = (/** @type {MessageEvent} */ { origin, source, data }) => {
      if (!this.#frame || origin !== ORIGIN || source !== this.#frame.contentWindow) return;
      switch (data.type) {
        case 'loaded':
          return this.#post({ type: 'start', key: this.#key, appearance: this.#appearance });
        case 'height':
          this.#frame.style.height = `${data.height}px`;
          return;
        case 'ready':
          window.clearTimeout(this.#loadTimer);
          this.#isReady = true;
          return this.#emit('ready', { elementType: 'payment' });
        case 'change':
          return this.#emit('change', {
            elementType: 'payment',
            collapsed: false,
            value: { type: 'card' },
            ...data.change,
          });
        case 'focus':
        case 'blur':
        case 'escape':
          return this.#emit(data.type, { elementType: 'payment' });
        case 'answer':
          this.#questions.get(data.question)?.resolve(data.answer);
          this.#questions.delete(data.question);
      }
    };
  }

  function notMounted() {
    return integrationError(
      'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
    );
  }

  function createFrame() {
    const frame = document.createElement('iframe');
    frame.src = `${ORIGIN}/form.html?parent=${encodeURIComponent(window.location.origin)}`;
    frame.title = 'Secure payment input frame';
    frame.name = 'payment-form';
    // A frame of another colour scheme than its document's would have an opaque background.
    frame.style.cssText = `display: block; border: 0; width: calc(100% + ${2 * RING}px); margin: -${RING}px; height: 0; color-scheme: light;`;
    return frame;
  }

  /** A group of elements, which share a payment and an appearance. */
  class Elements {
    /** @type {PaymentElement | null} */
    #element = null;
    #key;
    #options;

    /** @param {string} key @param {{ clientSecret?: string, appearance?: object }} options */
    constructor(key, options) {
      this.#key = key;
      this.#options = options;
    }

    get clientSecret() {
      return this.#options.clientSecret;
    }

    /** @param {string} type */
    create(type) {
      if (type !== 'payment')
        throw integrationError(`The element "${type}" is not a part of this provider: use "payment".`);
      if (this.#element) throw integrationError('Can only create one Element of type payment.');
      const forget = () => {
        this.#element = null;
      };
      this.#element = new PaymentElement({ key: this.#key, appearance: this.#options.appearance ?? {}, forget });
      return this.#element;
    }

    /** @param {unknown} type */
    getElement(type) {
      const isWanted = type === 'payment' || (typeof type === 'function' && 'displayName' in type);
      return isWanted ? this.#element : null;
    }

    /** @param {{ appearance?: object }} changes */
    update(changes) {
      this.#options = { ...this.#options, ...changes, clientSecret: this.#options.clientSecret };
      if (changes.appearance) this.#element?.setAppearance(changes.appearance);
    }

    async fetchUpdates() {
      return {};
    }

    /** Checks what was typed, and shows what is wrong with it. */
    async submit() {
      const error = await this.ask('check');
      return error ? { error } : { selectedPaymentMethod: 'card' };
    }

    /** @param {string} type @param {object} [content] */
    ask(type, content) {
      return this.#element ? this.#element.ask(type, content) : Promise.reject(notMounted());
    }
  }

  /** @param {string} key @param {string} path @param {Record<string, string>} parameters @param {'GET' | 'POST'} method */
  async function request(key, path, parameters, method) {
    const query = new URLSearchParams({ ...parameters, key });
    const address = `${ORIGIN}/v1/${path}`;
    try {
      const response = await (method === 'GET'
        ? fetch(`${address}?${query}`)
        : fetch(address, { method, body: query }));
      const answer = await response.json();
      return answer.error ? { error: answer.error } : { paymentIntent: answer };
    } catch {
      return { error: CONNECTION_ERROR };
    }
  }

  /** @param {unknown} clientSecret */
  function requireClientSecret(clientSecret) {
    if (typeof clientSecret === 'string' && /^pi_\w+_secret_\w+$/.test(clientSecret)) return clientSecret;
    throw integrationError('Invalid value: clientSecret should be a client secret of the form ${id}_secret_${secret}.');
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
      createPaymentMethod: async (/** @type {any} */ { elements, card }) =>
        (elements ?? card).ask('createPaymentMethod'),
      async createToken() {
        const message = 'Tokens are not a part of this provider: use a PaymentIntent and the Payment Element.';
        return { error: { type: 'invalid_request_error', message } };
      },
      registerAppInfo() {},
      _registerWrapper() {},
    };
  }

  /** @param {unknown} key */
  function Stripe(key) {
    if (typeof key !== 'string' || !key.startsWith('pk_')) {
      throw integrationError('Please call Stripe() with your publishable key. You used something else.');
    }
    return createStripe(key);
  }

  // The release that the loader of @stripe/stripe-js 10 asks for.
  window.Stripe = Object.assign(Stripe, { version: 'endive' });
})();
