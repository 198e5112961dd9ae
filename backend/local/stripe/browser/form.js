/** The card form. Each message of the shop's page brings a port for the responses. */

const form = document.getElementById('form');
/** By the provider's codes of errors. */
const texts = JSON.parse(form.dataset.texts);
const digitsOf = ({ value }) => value.replace(/\D/g, '');

/** In reading order: the digits that a field needs, how to show them, and when it's full. The provider checks the rest. */
const FIELDS = [
  {
    input: form.elements.number,
    needed: 15,
    full: 16,
    format: (digits) => digits.slice(0, 16).replace(/\d{4}(?=\d)/g, '$& '),
    problem: texts.incomplete_number,
  },
  {
    input: form.elements.expiry,
    needed: 4,
    full: 4,
    format(digits) {
      // A month of one digit, and the year of four that browsers fill in.
      const short = digits.replace(/^[2-9]/, '0$&').replace(/^(\d\d)20(\d\d)$/, '$1$2');
      return short.slice(0, 4).replace(/^\d\d/, '$& / ');
    },
    problem: texts.incomplete_expiry,
  },
  {
    input: form.elements.cvc,
    needed: 3,
    full: 4,
    format: (digits) => digits.slice(0, 4),
    problem: texts.incomplete_cvc,
  },
];
const [number, expiry, cvc] = FIELDS.map(({ input }) => input);

/** With '' the field is fine. */
function show(input, problem) {
  input.setAttribute('aria-invalid', String(problem !== ''));
  input.nextElementSibling.textContent = problem;
}

/** The field that the focus has moved to because the one before it is full. */
let reached = null;

for (const [index, { input, format, full }] of FIELDS.entries()) {
  input.addEventListener('input', ({ inputType = '' }) => {
    show(input, '');
    // Not amid corrections: the caret would jump.
    if (inputType.startsWith('delete') || input.selectionStart < input.value.length) return;
    input.value = format(digitsOf(input));
    if (inputType !== 'insertText' || digitsOf(input).length < full) return;
    reached = FIELDS[index + 1]?.input;
    reached?.focus();
  });
  input.addEventListener('keydown', (event) => {
    // Who types Tab after a full field would skip the next.
    if (event.key === 'Tab' && !event.shiftKey && input === reached && input.value === '') event.preventDefault();
    reached = null;
  });
}

for (const button of form.querySelectorAll('button')) {
  button.addEventListener('click', () => {
    number.value = button.value;
    expiry.value = `12 / ${(new Date().getFullYear() + 3) % 100}`;
    cvc.value = '123';
    for (const { input } of FIELDS) show(input, '');
  });
}

/** Shows what is missing, and focuses the first such field. @returns its error, if there is one */
function check() {
  const incomplete = FIELDS.filter(({ input, needed }) => digitsOf(input).length < needed);
  for (const field of FIELDS) show(field.input, incomplete.includes(field) ? field.problem : '');
  const [first] = incomplete;
  first?.input.focus();
  return first ? { error: { type: 'validation_error', message: first.problem } } : {};
}

/** @returns the payment, or an error */
async function confirm({ clientSecret, returnUrl, amount, currency, key }) {
  const { error } = check();
  if (error) return { error };
  const address = `/v1/payment_intents/${clientSecret.split('_secret_')[0]}`;
  const secrets = { client_secret: clientSecret, key };
  const intent = await call(`${address}?${new URLSearchParams(secrets)}`);
  if (intent.error) return intent;
  if (intent.amount !== amount || intent.currency !== currency) {
    const message = `The payment is for ${intent.amount} ${intent.currency}, and not for ${amount} ${currency}.`;
    return { error: { type: 'invalid_request_error', message } };
  }
  const body = new URLSearchParams({
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': digitsOf(number),
    'payment_method_data[card][exp_month]': digitsOf(expiry).slice(0, 2),
    'payment_method_data[card][exp_year]': `20${digitsOf(expiry).slice(2)}`,
    'payment_method_data[card][cvc]': cvc.value,
    ...secrets,
    return_url: returnUrl,
  });
  return localize(await call(`${address}/confirm`, { method: 'POST', body }));
}

/** The API speaks English. */
function localize({ error, ...intent }) {
  if (!error) return intent;
  return { error: { ...error, message: texts[error.decline_code] ?? texts[error.code] ?? error.message } };
}

async function call(address, options) {
  try {
    const response = await fetch(address, options);
    return await response.json();
  } catch {
    return { error: { type: 'api_connection_error', message: texts.unreachable } };
  }
}

/** https://docs.stripe.com/elements/appearance-api */
function applyAppearance({ variables = {}, rules = {} } = {}) {
  for (const [name, value] of Object.entries(variables)) {
    document.documentElement.style.setProperty(`--${name}`, value);
  }
  // The content security policy forbids style sheets of text, and allows constructed ones.
  const sheet = new CSSStyleSheet();
  for (const [selector, properties] of Object.entries(rules)) {
    const { style } = sheet.cssRules[sheet.insertRule(`${selector} {}`)];
    Object.assign(style, properties);
  }
  document.adoptedStyleSheets = [sheet];
}

let key = '';

function start(message, port) {
  key = message.key;
  applyAppearance(message.appearance);
  document.body.hidden = false;
  const reportHeight = () =>
    port.postMessage({ type: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) });
  new ResizeObserver(reportHeight).observe(document.body);
  form.addEventListener('keydown', ({ key: pressed, target }) => {
    if (pressed === 'Enter' && target.matches('input')) port.postMessage({ type: 'enter' });
  });
  port.postMessage({ type: 'ready', title: document.title });
}

window.addEventListener('message', async ({ source, data, ports: [port] }) => {
  if (source !== window.parent) return;
  if (data.type === 'start') start(data, port);
  if (data.type === 'appearance') applyAppearance(data.appearance);
  if (data.type === 'submit') port.postMessage(check());
  if (data.type === 'confirm') port.postMessage(await confirm({ ...data, key }));
});
