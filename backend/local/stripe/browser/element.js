const script = /** @type {HTMLScriptElement} */ (document.currentScript);
export const ORIGIN = new URL(script.src).origin;
/** Time for the card form to load, in ms. */
const LOAD_TIMEOUT = 15_000;
/** Width of the focus ring around the fields, in px. */
const RING = 4;

/** An error made by the page's developer, not by the shopper. @param {string} message */
export function integrationError(message) {
  return Object.assign(new Error(message), { name: 'IntegrationError' });
}

/** The card form: an iframe and the messages to and from it. */
export class PaymentElement {
  /** @type {Map<string, Set<(event: object) => void>>} */
  #listeners = new Map();
  /** @type {Map<number, { resolve: (response: any) => void, reject: (error: Error) => void }>} */
  #requests = new Map();
  /** @type {HTMLIFrameElement | null} */
  #frame = null;
  #isReady = false;
  #isDestroyed = false;
  #lastRequestId = 0;
  #loadTimer = 0;
  #key;
  #clientSecret;
  #appearance;
  #forget;

  /** @param {{ key: string, clientSecret: string | undefined, appearance: object, forget: () => void }} options */
  constructor({ key, clientSecret, appearance, forget }) {
    this.#key = key;
    this.#clientSecret = clientSecret;
    this.#appearance = appearance;
    this.#forget = forget;
  }

  /** @param {string | Element} place an element, or the selector of one */
  mount(place) {
    if (this.#isDestroyed) throw integrationError('This Element has already been destroyed. Please create a new one.');
    const target = typeof place === 'string' ? document.querySelector(place) : place;
    if (!target) throw integrationError('The selector you specified applies to no DOM elements that are on the page.');
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
    for (const { reject } of this.#requests.values()) reject(notMounted());
    this.#requests.clear();
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

  /** @param {string} type @param {(event: object) => void} [listener] none for all */
  off(type, listener) {
    if (listener) this.#listeners.get(type)?.delete(listener);
    else this.#listeners.delete(type);
    return this;
  }

  /** The form has no options of its own. */
  update() {}

  /** @param {object} appearance */
  setAppearance(appearance) {
    this.#appearance = appearance;
    this.#post({ type: 'appearance', appearance });
  }

  /** Sends a request to the form. @param {string} type @param {object} [content] @returns {Promise<any>} its response */
  request(type, content) {
    if (!this.#frame || !this.#isReady) return Promise.reject(notMounted());
    const requestId = ++this.#lastRequestId;
    return new Promise((resolve, reject) => {
      this.#requests.set(requestId, { resolve, reject });
      this.#post({ ...content, type, requestId });
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
        return this.#post({
          type: 'start',
          key: this.#key,
          clientSecret: this.#clientSecret,
          appearance: this.#appearance,
        });
      case 'height':
        this.#frame.style.height = `${data.height}px`;
        return;
      case 'ready':
        window.clearTimeout(this.#loadTimer);
        this.#isReady = true;
        return this.#emit('ready', { elementType: 'payment' });
      case 'loaderror':
        window.clearTimeout(this.#loadTimer);
        return this.#emit('loaderror', { elementType: 'payment', error: data.error });
      case 'enter':
        return this.#frame.closest('form')?.requestSubmit();
      case 'response':
        this.#requests.get(data.requestId)?.resolve(data.response);
        this.#requests.delete(data.requestId);
    }
  };
}

export function notMounted() {
  return integrationError(
    'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
  );
}

function createFrame() {
  const frame = document.createElement('iframe');
  frame.src = `${ORIGIN}/form.html?parent=${encodeURIComponent(window.location.origin)}`;
  frame.title = 'Secure payment input frame';
  frame.name = 'payment-form';
  // A frame with a different color scheme than its document would get an opaque background.
  frame.style.cssText = `display: block; border: 0; width: calc(100% + ${2 * RING}px); margin: -${RING}px; height: 0; color-scheme: light;`;
  return frame;
}
