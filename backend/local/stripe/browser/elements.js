import { integrationError, notMounted, PaymentElement } from './element.js';

/** Elements that share a payment and an appearance. */
export class Elements {
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
    const { clientSecret, appearance = {} } = this.#options;
    this.#element = new PaymentElement({ key: this.#key, clientSecret, appearance, forget });
    return this.#element;
  }

  /** @param {{ appearance?: object }} changes */
  update(changes) {
    this.#options = { ...this.#options, ...changes, clientSecret: this.#options.clientSecret };
    if (changes.appearance) this.#element?.setAppearance(changes.appearance);
  }

  /** @param {string} type @param {object} [content] */
  request(type, content) {
    return this.#element ? this.#element.request(type, content) : Promise.reject(notMounted());
  }
}
