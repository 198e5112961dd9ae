import { applyAppearance } from './appearance.js';
import {
  brandOf,
  checkCvc,
  checkExpiry,
  checkNumber,
  digitsOf,
  formatCvc,
  formatExpiry,
  formatNumber,
  readExpiry,
} from './card.js';
import { CONNECTION_ERROR, findBlockingError, findWrongPrice, messageFor } from './payment.js';

/** The only origin whose messages the form accepts. */
const PARENT = new URLSearchParams(window.location.search).get('parent') ?? '';

const form = /** @type {HTMLFormElement} */ (document.getElementById('form'));
const brand = /** @type {HTMLElement} */ (document.getElementById('brand'));

/** @param {string} id */
const inputOf = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));
const number = inputOf('number');
const expiry = inputOf('expiry');
const cvc = inputOf('cvc');

/** In reading order. */
const FIELDS = [
  {
    input: number,
    format: formatNumber,
    check: () => checkNumber(number.value),
    isFull: () => digitsOf(number.value).length === brandOf(number.value).length,
  },
  {
    input: expiry,
    format: formatExpiry,
    check: () => checkExpiry(expiry.value),
    isFull: () => digitsOf(expiry.value).length === 4,
  },
  {
    input: cvc,
    format: (/** @type {string} */ text) => formatCvc(text, number.value),
    check: () => checkCvc(cvc.value, number.value),
    isFull: () => digitsOf(cvc.value).length === brandOf(number.value).cvc,
  },
];

let key = '';

/** @param {object} message */
function post(message) {
  window.parent.postMessage(message, PARENT);
}

/** @param {HTMLInputElement} input @param {{ message: string } | null} problem */
function show(input, problem) {
  if (problem) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
  const place = /** @type {HTMLElement} */ (document.getElementById(`${input.id}-problem`));
  if (place.textContent !== (problem?.message ?? '')) place.textContent = problem?.message ?? '';
}

/** Reformats the text and keeps the caret behind the same digit. */
function reformat(/** @type {(typeof FIELDS)[number]} */ { input, format }, isDeleting = false) {
  const before = digitsOf(input.value.slice(0, input.selectionStart ?? 0)).length;
  const wasAtEnd = input.selectionStart === input.value.length;
  const formatted = format(input.value, isDeleting);
  if (formatted === input.value) return;
  input.value = formatted;
  let caret = formatted.length;
  if (!wasAtEnd) {
    caret = 0;
    for (let digits = 0; digits < before && caret < formatted.length; caret++) {
      if (/\d/.test(formatted[caret] ?? '')) digits++;
    }
  }
  if (document.activeElement === input) input.setSelectionRange(caret, caret);
}

for (const [index, field] of FIELDS.entries()) {
  const { input, check, isFull } = field;
  input.addEventListener('input', (event) => {
    const isDeleting = event instanceof InputEvent && event.inputType.startsWith('delete');
    reformat(field, isDeleting);
    if (input === number) {
      brand.textContent = brandOf(number.value).label;
      reformat(FIELDS[2]);
    }
    const problem = isFull() ? check() : null;
    show(input, problem);
    const isTyped = event instanceof InputEvent && event.inputType === 'insertText';
    if (isTyped && isFull() && !problem && input.selectionStart === input.value.length)
      FIELDS[index + 1]?.input.focus();
  });
  input.addEventListener('blur', () => {
    if (input.value !== '') show(input, check());
  });
}

/** Shows every problem and focuses the first invalid field. */
function checkAll() {
  const problems = FIELDS.map(({ input, check }) => ({ input, problem: check() }));
  for (const { input, problem } of problems) show(input, problem);
  const first = problems.find(({ problem }) => problem !== null);
  first?.input.focus();
  return first?.problem ? { type: 'validation_error', ...first.problem } : null;
}

/** @param {boolean} isBusy */
function setBusy(isBusy) {
  form.setAttribute('aria-busy', String(isBusy));
  for (const { input } of FIELDS) input.readOnly = isBusy;
}

/** @param {string} path @param {Record<string, string>} parameters */
async function send(path, parameters) {
  setBusy(true);
  try {
    const response = await fetch(`/v1/${path}`, { method: 'POST', body: new URLSearchParams({ ...parameters, key }) });
    return await response.json();
  } catch {
    return { error: CONNECTION_ERROR };
  } finally {
    setBusy(false);
  }
}

/** @param {{ clientSecret: string, returnUrl: string, price: { amount: number, currency: string } | null }} payment */
async function confirm({ clientSecret, returnUrl, price }) {
  const error = checkAll() ?? (price && (await findWrongPrice(clientSecret, key, price)));
  if (error) return { error };
  const { month, year } = readExpiry(expiry.value);
  const response = await send(`payment_intents/${clientSecret.split('_secret_')[0]}/confirm`, {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': digitsOf(number.value),
    'payment_method_data[card][exp_month]': String(month),
    'payment_method_data[card][exp_year]': String(year),
    'payment_method_data[card][cvc]': cvc.value,
    client_secret: clientSecret,
    return_url: returnUrl,
  });
  return response.error ? { error: response.error } : { paymentIntent: response };
}

/** @param {string} cardNumber */
function fillIn(cardNumber) {
  number.value = formatNumber(cardNumber);
  expiry.value = formatExpiry(`12${String(new Date().getFullYear() + 3).slice(-2)}`);
  cvc.value = '123';
  brand.textContent = brandOf(number.value).label;
  for (const { input } of FIELDS) show(input, null);
}

window.addEventListener('message', async ({ origin, source, data }) => {
  if (origin !== PARENT || source !== window.parent) return;
  switch (data.type) {
    case 'start':
      return start(data);
    case 'appearance':
      return applyAppearance(data.appearance);
    case 'submit': {
      const error = checkAll();
      return post({ type: 'response', requestId: data.requestId, response: error ? { error } : {} });
    }
    case 'confirm':
      post({ type: 'response', requestId: data.requestId, response: await confirm(data) });
  }
});

/** @param {{ key: string, clientSecret: string | null, appearance: object }} options */
async function start(options) {
  key = options.key;
  applyAppearance(options.appearance);
  const error = options.clientSecret ? await findBlockingError(options.clientSecret, key) : null;
  if (error) {
    const message = document.createElement('p');
    message.className = 'blocking-error';
    message.textContent = messageFor(error);
    form.replaceWith(message);
  }
  document.body.hidden = false;
  new ResizeObserver(reportHeight).observe(document.body);
  reportHeight();
  post(error ? { type: 'loaderror', error } : { type: 'ready' });
}

function reportHeight() {
  post({ type: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) });
}

form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('keydown', ({ key: pressed, target }) => {
  if (pressed === 'Enter' && target instanceof HTMLInputElement) post({ type: 'enter' });
});
for (const button of form.querySelectorAll('button[data-number]')) {
  button.addEventListener('click', () => fillIn(button.getAttribute('data-number') ?? ''));
}
post({ type: 'loaded' });
