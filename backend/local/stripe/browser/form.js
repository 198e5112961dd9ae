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
import { CONNECTION_ERROR, findObstacle, sentenceFor } from './payment.js';

/** The page that framed the form; nobody else is heard or answered. */
const PARENT = new URLSearchParams(window.location.search).get('parent') ?? '';

const form = /** @type {HTMLFormElement} */ (document.getElementById('form'));
const brand = /** @type {HTMLElement} */ (document.getElementById('brand'));

/** @param {string} id */
const inputOf = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));
const number = inputOf('number');
const expiry = inputOf('expiry');
const cvc = inputOf('cvc');

/** In the order in which they are filled in and checked. */
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
let lastChange = '';

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

function tellChange() {
  const complete = FIELDS.every(({ check }) => check() === null);
  const empty = FIELDS.every(({ input }) => input.value === '');
  const change = { complete, empty };
  if (JSON.stringify(change) === lastChange) return;
  lastChange = JSON.stringify(change);
  post({ type: 'change', change });
}

/** Writes the formatted text, with the caret after the same digit as before. */
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
    tellChange();
    const isTyped = event instanceof InputEvent && event.inputType === 'insertText';
    if (isTyped && isFull() && !problem && input.selectionStart === input.value.length)
      FIELDS[index + 1]?.input.focus();
  });
  input.addEventListener('blur', () => {
    if (input.value !== '') show(input, check());
  });
}

/** Shows every problem, and takes the reader to the first. */
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

/** @param {string} prefix */
function cardParameters(prefix) {
  const { month, year } = readExpiry(expiry.value);
  const name = (/** @type {string} */ path) => (prefix === '' ? path : path.replace(/^\w+/, `${prefix}[$&]`));
  return {
    [name('type')]: 'card',
    [name('card[number]')]: digitsOf(number.value),
    [name('card[exp_month]')]: String(month),
    [name('card[exp_year]')]: String(year),
    [name('card[cvc]')]: cvc.value,
  };
}

/** What the page may have the form do; what is answered goes back to it. */
const QUESTIONS = {
  check: async () => checkAll(),

  async confirm(/** @type {{ clientSecret: string, returnUrl: string }} */ { clientSecret, returnUrl }) {
    const error = checkAll();
    if (error) return { error };
    const answer = await send(`payment_intents/${clientSecret.split('_secret_')[0]}/confirm`, {
      ...cardParameters('payment_method_data'),
      client_secret: clientSecret,
      return_url: returnUrl,
    });
    return answer.error ? { error: answer.error } : { paymentIntent: answer };
  },

  async createPaymentMethod() {
    const error = checkAll();
    if (error) return { error };
    const answer = await send('payment_methods', cardParameters(''));
    return answer.error ? { error: answer.error } : { paymentMethod: answer };
  },
};

/** @param {string} given the number, or none */
function fillIn(given) {
  number.value = formatNumber(given);
  expiry.value = given ? formatExpiry(`12${String(new Date().getFullYear() + 3).slice(-2)}`) : '';
  cvc.value = given ? '123' : '';
  brand.textContent = brandOf(number.value).label;
  for (const { input } of FIELDS) show(input, null);
  tellChange();
}

window.addEventListener('message', async ({ origin, source, data }) => {
  if (origin !== PARENT || source !== window.parent) return;
  switch (data.type) {
    case 'start':
      return start(data);
    case 'appearance':
      return applyAppearance(data.appearance);
    case 'focus':
      return number.focus();
    case 'blur':
      return /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
    case 'clear':
      return fillIn('');
    case 'check':
    case 'confirm':
    case 'createPaymentMethod':
      post({
        type: 'answer',
        question: data.question,
        answer: await QUESTIONS[/** @type {keyof typeof QUESTIONS} */ (data.type)](data),
      });
  }
});

/** @param {{ key: string, clientSecret: string | null, appearance: object }} options */
async function start(options) {
  key = options.key;
  applyAppearance(options.appearance);
  const error = options.clientSecret ? await findObstacle(options.clientSecret, key) : null;
  if (error) {
    const sentence = document.createElement('p');
    sentence.className = 'obstacle';
    sentence.textContent = sentenceFor(error);
    form.replaceWith(sentence);
  }
  document.body.hidden = false;
  new ResizeObserver(tellHeight).observe(document.body);
  tellHeight();
  post(error ? { type: 'loaderror', error } : { type: 'ready' });
}

function tellHeight() {
  post({ type: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) });
}

form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('keydown', ({ key: pressed, target }) => {
  if (pressed === 'Escape') post({ type: 'escape' });
  if (pressed === 'Enter' && target instanceof HTMLInputElement) post({ type: 'enter' });
});
for (const button of form.querySelectorAll('button[data-number]')) {
  button.addEventListener('click', () => fillIn(button.getAttribute('data-number') ?? ''));
}
window.addEventListener('focus', () => post({ type: 'focus' }));
window.addEventListener('blur', () => post({ type: 'blur' }));
post({ type: 'loaded' });
