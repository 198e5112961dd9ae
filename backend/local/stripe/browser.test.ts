import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type FrameLocator, type Page } from '@playwright/test';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeServer, listen } from '../../core/listen.ts';
import { createLog } from '../../core/log.ts';
import { type PaymentProvider, startPaymentProvider } from './server.ts';

const SYSTEM_CHROMIUM = '/usr/bin/chromium';
const SECRET_KEY = 'sk_test_browser';
const PUBLISHABLE_KEY = 'pk_test_browser';

let browser: Browser;
let page: Page;
let folder: string;
let provider: PaymentProvider;
let stripe: Stripe;
let shop: Server;
let shopUrl: string;

beforeAll(async () => {
  browser = await chromium.launch({
    ...(existsSync(SYSTEM_CHROMIUM) && { executablePath: SYSTEM_CHROMIUM }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
  folder = await mkdtemp(join(tmpdir(), 'payment-form-'));
  shop = createServer((request, response) => {
    const isPage = request.url?.startsWith('/pay') || request.url?.startsWith('/done');
    if (!isPage) return response.writeHead(request.url?.startsWith('/webhook') ? 200 : 404).end();
    const policy = `default-src 'none'; script-src 'self' ${provider.url}; frame-src ${provider.url}; connect-src ${provider.url}; img-src ${provider.url}; style-src 'unsafe-inline'`;
    response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Security-Policy': policy });
    response.end(
      `<!doctype html><title>Shop</title><div id="payment"></div><script src="${provider.url}/stripe.js"></script>`,
    );
  });
  shopUrl = `http://127.0.0.1:${await listen(shop, 0, '127.0.0.1', 'the shop')}`;
  provider = await startPaymentProvider({
    port: 0,
    stateFile: join(folder, 'payments.sqlite'),
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    webhookSecret: 'whsec_browser',
    webhookUrl: `${shopUrl}/webhook`,
    log: createLog('payment provider', 'silent'),
  });
  const { hostname, port } = new URL(provider.url);
  stripe = new Stripe(SECRET_KEY, { host: hostname, port, protocol: 'http', telemetry: false });
});

afterAll(async () => {
  await browser.close();
  await provider.close();
  await closeServer(shop);
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  page = await browser.newPage();
});

afterEach(async () => {
  await page.close();
});

type Event = { type: string; complete?: boolean };
type Confirmation = { error?: Record<string, unknown>; paymentIntent?: { status: string } };
/** What the script gives a page, as far as these tests ask for it. */
type BrowserWindow = {
  Stripe(key: string): {
    elements(options: object): BrowserElements;
    confirmPayment(options: object): Promise<Confirmation>;
    retrievePaymentIntent(clientSecret: string): Promise<Confirmation>;
  };
  stripe: ReturnType<BrowserWindow['Stripe']>;
  elements: BrowserElements;
  events: Event[];
};
type BrowserElements = {
  create(type: string): BrowserElement;
  getElement(type: string): BrowserElement;
  submit(): Promise<Confirmation>;
  update(options: object): void;
};
type BrowserElement = {
  on(type: string, listener: (event: Event) => void): void;
  mount(place: string): void;
  unmount(): void;
  destroy(): void;
};

/** Opens the shop's page with a card form for a new payment. */
async function openForm(appearance: object = {}): Promise<{ intent: Stripe.PaymentIntent; form: FrameLocator }> {
  const intent = await stripe.paymentIntents.create({ amount: 1999, currency: 'usd' });
  await page.goto(`${shopUrl}/pay`);
  await page.evaluate(
    ([key, clientSecret, look]) => {
      const shopWindow = window as unknown as BrowserWindow;
      shopWindow.stripe = shopWindow.Stripe(key);
      shopWindow.elements = shopWindow.stripe.elements({ clientSecret, appearance: look });
      shopWindow.events = [];
      const element = shopWindow.elements.create('payment');
      for (const type of ['ready', 'change', 'focus']) {
        element.on(type, (event) => shopWindow.events.push({ ...event, type }));
      }
      element.mount('#payment');
    },
    [PUBLISHABLE_KEY, intent.client_secret, appearance] as const,
  );
  await page.waitForFunction(() => {
    const { events } = window as unknown as BrowserWindow;
    return events.some(({ type }) => type === 'ready');
  });
  return { intent, form: page.frameLocator('#payment iframe') };
}

async function fillIn(form: FrameLocator, number: string): Promise<void> {
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Expiration date').fill(`12${String(new Date().getFullYear() + 2).slice(-2)}`);
  await form.getByLabel('Security code').fill('123');
}

/** Confirms, and answers what the page learns; a redirect instead leaves the page. */
function confirm(options: { redirect?: string } = {}): Promise<Confirmation | null> {
  return page.evaluate(
    async ([returnUrl, redirect]) => {
      const { stripe: loaded, elements } = window as unknown as BrowserWindow;
      const confirmation = loaded.confirmPayment({ elements, confirmParams: { return_url: returnUrl }, redirect });
      const hasLeft = new Promise<null>((resolve) => window.addEventListener('pagehide', () => resolve(null)));
      return Promise.race([confirmation, hasLeft]);
    },
    [`${shopUrl}/done?order=7`, options.redirect ?? 'always'] as const,
  );
}

/** Confirms where a redirect is what comes. */
async function confirmAndFollow(address: string | RegExp): Promise<void> {
  const arrival = page.waitForURL(address);
  await page.evaluate((returnUrl) => {
    const { stripe: loaded, elements } = window as unknown as BrowserWindow;
    void loaded.confirmPayment({ elements, confirmParams: { return_url: returnUrl } });
  }, `${shopUrl}/done?order=7`);
  await arrival;
}

async function statusOf({ id }: Stripe.PaymentIntent): Promise<string> {
  return (await stripe.paymentIntents.retrieve(id)).status;
}

test('a card that is good pays, and the shop learns of it in the address it gave', async () => {
  const { intent, form } = await openForm();
  await fillIn(form, '4242424242424242');
  expect(await form.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
  await confirmAndFollow(/\/done/);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    order: '7',
    payment_intent: intent.id,
    payment_intent_client_secret: intent.client_secret,
    redirect_status: 'succeeded',
  });
  expect(await statusOf(intent)).toBe('succeeded');
});

test('a page that wants no redirect gets the payment', async () => {
  const { intent, form } = await openForm();
  await fillIn(form, '5555555555554444');
  expect(await confirm({ redirect: 'if_required' })).toMatchObject({ paymentIntent: { status: 'succeeded' } });
  expect(await statusOf(intent)).toBe('succeeded');
});

test('a declined card says why, and another one can pay the same payment', async () => {
  const { intent, form } = await openForm();
  await fillIn(form, '4000000000009995');
  expect(await confirm()).toMatchObject({
    error: {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
      payment_intent: { id: intent.id, status: 'requires_payment_method' },
    },
  });
  await fillIn(form, '4242424242424242');
  await confirmAndFollow(/redirect_status=succeeded/);
  expect(await statusOf(intent)).toBe('succeeded');
});

test('a card of which the bank wants to know the owner is paid once the owner is known', async () => {
  const { intent, form } = await openForm();
  await fillIn(form, '4000002500003155');
  await confirmAndFollow(/\/authenticate\//);
  expect(await page.textContent('main')).toContain('$19.99');
  expect(await statusOf(intent)).toBe('requires_action');
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await page.waitForURL(/\/done\?order=7&.*redirect_status=succeeded/);
  expect(await statusOf(intent)).toBe('succeeded');
});

test('who fails to be the owner returns unpaid, and the payment waits for another card', async () => {
  const { intent, form } = await openForm();
  await fillIn(form, '4000002500003155');
  await confirmAndFollow(/\/authenticate\//);
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await page.waitForURL(/\/done\?order=7&.*redirect_status=failed/);
  const { status, last_payment_error } = await stripe.paymentIntents.retrieve(intent.id);
  expect({ status, code: last_payment_error?.code }).toEqual({
    status: 'requires_payment_method',
    code: 'payment_intent_authentication_failure',
  });
});

test.each([
  ['', '', '', 'Your card number is incomplete.', "Your card's expiration date is incomplete."],
  ['4242424242424241', '1299', '123', 'Your card number is invalid.', "Your card's expiration year is invalid."],
  ['4242424242424242', '0120', '12', '', "Your card's expiration year is in the past."],
])('%s %s %s is not sent, and each field says what is wrong', async (number, expiry, code, ...sentences) => {
  const { intent, form } = await openForm();
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Expiration date').fill(expiry);
  await form.getByLabel('Security code').fill(code);
  const confirmation = await confirm();
  expect(confirmation?.error).toMatchObject({ type: 'validation_error', message: sentences.find(Boolean) });
  const shown = await form.locator('.problem').allTextContents();
  expect(shown).toEqual([...sentences, code === '123' ? '' : "Your card's security code is incomplete."]);
  const invalid = form.locator('[aria-invalid="true"]');
  expect(await invalid.count()).toBe(shown.filter(Boolean).length);
  expect(await statusOf(intent)).toBe('requires_payment_method');
});

test('typing fills the form without a mouse: slash and grouping come by themselves', async () => {
  const { form } = await openForm();
  await form.getByLabel('Card number').pressSequentially('4242424242424242');
  await page.keyboard.type('534');
  expect(await form.getByLabel('Expiration date').inputValue()).toBe('05 / 34');
  await page.keyboard.type('123');
  expect(await form.getByLabel('Security code').inputValue()).toBe('123');
  await page.waitForFunction(() => {
    const { events } = window as unknown as BrowserWindow;
    return events.some(({ type, complete }) => type === 'change' && complete);
  });
  await form.getByLabel('Expiration date').focus();
  for (const left of ['05 / 3', '05', '0', '']) {
    await page.keyboard.press('Backspace');
    expect(await form.getByLabel('Expiration date').inputValue()).toBe(left);
  }
});

test('the form looks as the page wants, grows with its content, and takes no style that is none', async () => {
  const { form } = await openForm({
    theme: 'night',
    variables: { colorPrimary: '#ff0000', colorText: 'url(https://example.com/)', borderRadius: '9px' },
  });
  const root = form.locator('html');
  expect(await root.getAttribute('data-theme')).toBe('night');
  expect(await root.getAttribute('style')).toBe('--primary: #ff0000; --radius: 9px;');
  const frame = page.locator('#payment iframe');
  const before = (await frame.boundingBox())?.height ?? 0;
  await form.getByText('Cards to try').click();
  await expect.poll(async () => (await frame.boundingBox())?.height).toBeGreaterThan(before + 50);
  await page.evaluate(() => (window as unknown as BrowserWindow).elements.update({ appearance: { theme: 'stripe' } }));
  await expect.poll(() => root.getAttribute('data-theme')).toBe('stripe');
});

test('a form that is gone can be made again, and confirms nothing meanwhile', async () => {
  const { intent } = await openForm();
  const problem = await page.evaluate(async (returnUrl) => {
    const { stripe: loaded, elements } = window as unknown as BrowserWindow;
    elements.getElement('payment').destroy();
    const failure = await loaded
      .confirmPayment({ elements, confirmParams: { return_url: returnUrl } })
      .catch((error: Error) => error.name);
    elements.create('payment').mount('#payment');
    return failure;
  }, shopUrl);
  expect(problem).toBe('IntegrationError');
  await page.frameLocator('#payment iframe').getByLabel('Card number').waitFor();
  const answer = await page.evaluate(
    (secret) => (window as unknown as BrowserWindow).stripe.retrievePaymentIntent(secret),
    String(intent.client_secret),
  );
  expect(answer).toMatchObject({ paymentIntent: { id: intent.id, status: 'requires_payment_method' } });
});
