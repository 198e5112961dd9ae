import { integrationError, notMounted, PaymentElement } from './element.js';

/** Elements that share a payment and an appearance. */
export class Elements {
  /** @type {PaymentElement | null} */
  #element = null;
  #key;
  #options;

  /**
   * With a `clientSecret`, or with an amount and a currency for a payment that is created before it is confirmed:
   * https://docs.stripe.com/payments/accept-a-payment-deferred
   * @param {string} key @param {{ clientSecret?: string, mode?: 'payment', amount?: number, currency?: string, appearance?: object }} options
   */
  constructor(key, options) {
    this.#key = key;
    this.#options = options;
    if (options.mode !== undefined) this.#requirePrice();
  }

  get clientSecret() {
    return this.#options.clientSecret;
  }

  /** What the shopper agreed to pay; null if the payment's own amount counts. */
  get price() {
    const { mode, amount, currency } = this.#options;
    return mode === undefined ? null : { amount, currency };
  }

  /** @param {string} type */
  create(type) {
    if (type !== 'payment')
      throw integrationError(`The element "${type}" is not a part of this provider: use "payment".`);
    if (this.#element) throw integrationError('Can only create one Element of type payment.');
    const forget = () => {
      this.#element = null;
    };
    const { clientSecret, appearance = {} } = this.#options;
    this.#element = new PaymentElement({ key: this.#key, clientSecret, appearance, forget });
    return this.#element;
  }

  /** @param {{ amount?: number, currency?: string, appearance?: object }} changes */
  update(changes) {
    this.#options = { ...this.#options, ...changes, clientSecret: this.#options.clientSecret };
    if (this.#options.mode !== undefined) this.#requirePrice();
    if (changes.appearance) this.#element?.setAppearance(changes.appearance);
  }

  /** Validates the form. @returns {Promise<{ error?: object }>} */
  submit() {
    return this.request('submit');
  }

  #requirePrice() {
    const { mode, amount, currency } = this.#options;
    if (mode !== 'payment') throw integrationError('Invalid value for elements(): mode should be "payment".');
    if (!Number.isInteger(amount) || Number(amount) <= 0) {
      throw integrationError('Invalid value for elements(): amount should be a positive integer.');
    }
    if (!/^[a-z]{3}$/.test(currency ?? '')) {
      throw integrationError('Invalid value for elements(): currency should be a lowercase three-letter code.');
    }
  }

  /** @param {string} type @param {object} [content] */
  request(type, content) {
    return this.#element ? this.#element.request(type, content) : Promise.reject(notMounted());
  }
}
