// The part of `window.Stripe` that a card payment needs: https://docs.stripe.com/js
// The card form runs in a frame of the provider's origin, so card data never reaches the shop's page.
(() => {
  const { origin } = new URL(document.currentScript.src);
  /** Time for the card form to load, in ms. */
  const LOAD_TIMEOUT = 15_000;

  class PaymentElement extends EventTarget {
    #frame = document.createElement('iframe');
    #loadTimer = 0;

    constructor(locale, start) {
      super();
      this.#frame.src = `${origin}/form.html?locale=${locale}`;
      // Wider by the focus ring of the fields. With another color scheme than its document it would be opaque.
      this.#frame.style.cssText =
        'display: block; width: calc(100% + 8px); height: 0; margin: -4px; border: 0; color-scheme: light;';
      this.#frame.onload = () => this.post({ type: 'start', ...start }, this.#receive);
    }

    on(type, listener) {
      this.addEventListener(type, listener);
    }

    off(type, listener) {
      this.removeEventListener(type, listener);
    }

    mount(target) {
      target.replaceChildren(this.#frame);
      this.#loadTimer = setTimeout(() => this.dispatchEvent(new Event('loaderror')), LOAD_TIMEOUT);
    }

    destroy() {
      clearTimeout(this.#loadTimer);
      this.#frame.remove();
    }

    /** The form has no options of its own. */
    update() {}

    /** Sends a message to the form, whose responses go to `receive`. */
    post(message, receive) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => receive(data);
      this.#frame.contentWindow.postMessage(message, origin, [port2]);
    }

    #receive = ({ type, height, title }) => {
      if (type === 'height') this.#frame.style.height = `${height}px`;
      if (type === 'enter') this.#frame.closest('form')?.requestSubmit();
      if (type !== 'ready') return;
      clearTimeout(this.#loadTimer);
      this.#frame.title = title;
      this.dispatchEvent(new Event('ready'));
    };
  }

  /** For a payment that is created before it is confirmed: https://docs.stripe.com/payments/accept-a-payment-deferred */
  function createElements(key, locale, options) {
    let element = null;
    const ask = (message) => new Promise((resolve) => element.post(message, resolve));
    return {
      create() {
        element = new PaymentElement(locale, { key, appearance: options.appearance });
        return element;
      },
      update(changes) {
        Object.assign(options, changes);
        element?.post({ type: 'appearance', appearance: options.appearance });
      },
      submit: () => ask({ type: 'submit' }),
      confirm({ clientSecret, confirmParams }) {
        const { amount, currency } = options;
        return ask({ type: 'confirm', clientSecret, returnUrl: confirmParams.return_url, amount, currency });
      },
      look: () => ({ theme: options.appearance?.theme ?? '', locale }),
    };
  }

  /** Leaves the page, unless there is an error: the provider leads to the return URL, after 3-D Secure if that's needed. */
  async function confirmPayment({ elements, clientSecret, confirmParams }) {
    const { error, id } = await elements.confirm({ clientSecret, confirmParams });
    if (error) return { error };
    const address = new URL(`/authenticate/${id}`, origin);
    address.searchParams.set('payment_intent_client_secret', clientSecret);
    address.searchParams.set('return_url', confirmParams.return_url);
    for (const [name, value] of Object.entries(elements.look())) address.searchParams.set(name, value);
    window.location.assign(address);
    return new Promise(() => {});
  }

  const unsupported = () => Promise.reject(new Error('This provider supports the Payment Element only.'));

  /** Stripe goes by the browser where it isn't told; here the page's language is known as well. */
  const localeOf = ({ locale = 'auto' } = {}) => (locale === 'auto' ? document.documentElement.lang : locale);

  window.Stripe = (key, options) => ({
    elements: (elements) => createElements(key, localeOf(options), { ...elements }),
    confirmPayment,
    // The libraries of Stripe check that these exist.
    confirmCardPayment: unsupported,
    createPaymentMethod: unsupported,
    createToken: unsupported,
    registerAppInfo() {},
    _registerWrapper() {},
  });
  // The one that @stripe/stripe-js 10 expects.
  window.Stripe.version = 'endive';
})();
