import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type FrameLocator, type Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { browserOptions } from '../../../testing/browser.ts';
import { closeServer, listen } from '../../core/http/listen.ts';
import { createLog } from '../../core/observability/log.ts';
import { KEYS, openStripe } from './harness.ts';
import { type PaymentProvider, startPaymentProvider } from './server.ts';

/** The page's globals, as far as the tests use them. */
type ShopWindow = {
  Stripe(
    key: string,
    options?: { locale: string },
  ): {
    elements(options: object): {
      create(type: string): { on(type: string, listener: () => void): void; mount(at: Element | null): void };
      update(options: object): void;
    };
    confirmPayment(options: object): Promise<{ error?: { type: string; message: string; code?: string } }>;
  };
  stripe: ReturnType<ShopWindow['Stripe']>;
  elements: ReturnType<ReturnType<ShopWindow['Stripe']>['elements']>;
};

const shop = createServer((request, response) => {
  if (request.url === '/webhook') return response.end();
  // Strict, so that tests fail if the script needs more than shops allow.
  const policy = `default-src 'none'; script-src ${provider.url}; frame-src ${provider.url}; connect-src ${provider.url}; style-src 'unsafe-inline'`;
  response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Security-Policy': policy });
  response.end(
    `<!doctype html><title>Shop</title><div id="payment"></div><script src="${provider.url}/stripe.js"></script>`,
  );
});
let shopUrl: string;
let folder: string;
let provider: PaymentProvider;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await chromium.launch(browserOptions());
  folder = await mkdtemp(join(tmpdir(), 'payment-form-'));
  shopUrl = `http://127.0.0.1:${await listen(shop, 0, '127.0.0.1', 'the shop')}`;
  const stateFile = join(folder, 'payments.sqlite');
  const log = createLog('payment provider', 'silent');
  provider = await startPaymentProvider({ ...KEYS, port: 0, stateFile, webhookUrl: `${shopUrl}/webhook`, log });
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

afterEach(() => page.close());

const price = { amount: 1999, currency: 'usd' };

/** Opens the shop's page with a card form for the price, and waits until it is ready. */
async function openForm(appearance: object = {}, { locale = 'auto', lang = 'en' } = {}): Promise<FrameLocator> {
  await page.goto(`${shopUrl}/pay`);
  await page.evaluate(
    ([key, options, locale, lang]) => {
      document.documentElement.lang = lang;
      const shopWindow = window as unknown as ShopWindow;
      shopWindow.stripe = shopWindow.Stripe(key, { locale });
      shopWindow.elements = shopWindow.stripe.elements(options);
      const element = shopWindow.elements.create('payment');
      const ready = new Promise<void>((resolve) => element.on('ready', resolve));
      element.mount(document.querySelector('#payment'));
      return ready;
    },
    [KEYS.publishableKey, { mode: 'payment', ...price, appearance }, locale, lang] as const,
  );
  return page.frameLocator('#payment iframe');
}

/** Confirms a new payment with the form. */
async function confirm(returnUrl: string, amount = price.amount) {
  const payment = await openStripe(provider.url, KEYS.secretKey).paymentIntents.create({ ...price, amount });
  return page.evaluate(
    ([clientSecret, returnUrl]) => {
      const { stripe, elements } = window as unknown as ShopWindow;
      return stripe.confirmPayment({ elements, clientSecret, confirmParams: { return_url: returnUrl } });
    },
    [payment.client_secret, `${shopUrl}${returnUrl}`] as const,
  );
}

async function fill(form: FrameLocator, number: string, expiry: string, code: string): Promise<void> {
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Expiration date').fill(expiry);
  await form.getByLabel('Security code').fill(code);
}

const NUMBER = 'Your card number is incomplete.';
const EXPIRY = "Your card's expiration date is incomplete.";
const CODE = "Your card's security code is incomplete.";

test.each([
  ['', '', '', [NUMBER, EXPIRY, CODE]],
  ['4242424242424242', '12', '12', ['', EXPIRY, CODE]],
])('rejects the incomplete card "%s" "%s" "%s" before sending it', async (number, expiry, code, messages) => {
  const form = await openForm();
  await fill(form, number, expiry, code);
  expect(await confirm('/done')).toMatchObject({
    error: { type: 'validation_error', message: messages.find(Boolean) },
  });
  expect(await form.locator('p').allTextContents()).toEqual(messages);
  expect(await form.locator('[aria-invalid="true"]').count()).toBe(messages.filter(Boolean).length);
});

test.each([
  ['an invalid card', '4242424242424241', price.amount, 'Your card number is incorrect.'],
  ['another price', '4242424242424242', 2000, 'The payment is for 2000 usd, and not for 1999 usd.'],
])('refuses %s', async (_case, number, amount, message) => {
  await fill(await openForm(), number, '12 / 34', '123');
  expect(await confirm('/done', amount)).toMatchObject({ error: { message } });
});

test('groups digits and moves to the next field as the shopper types, and lets them correct', async () => {
  const form = await openForm();
  const shown = (label: string) => form.getByLabel(label).inputValue();
  await form.getByLabel('Card number').pressSequentially('4242424242424242');
  expect(await shown('Card number')).toBe('4242 4242 4242 4242');
  await page.keyboard.type('534123');
  expect(await shown('Expiration date')).toBe('05 / 34');
  expect(await shown('Security code')).toBe('123');
  await form.getByLabel('Expiration date').focus();
  await page.keyboard.press('End');
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('Backspace');
  await page.keyboard.type('/36');
  expect(await shown('Expiration date')).toBe('05 / 36');
  // As browsers fill it in.
  await form.getByLabel('Expiration date').fill('12/2034');
  expect(await shown('Expiration date')).toBe('12 / 34');
});

test('skips no field if the shopper types Tab after a full one', async () => {
  const form = await openForm();
  const fields = ['Card number', 'Expiration date', 'Security code'];
  await form.getByLabel('Card number').focus();
  for (const digits of ['4242424242424242', '1234', '123']) {
    await page.keyboard.type(digits);
    await page.keyboard.press('Tab');
  }
  const values = await Promise.all(fields.map((label) => form.getByLabel(label).inputValue()));
  expect(values).toEqual(['4242 4242 4242 4242', '12 / 34', '123']);
  // Once is enough.
  await form.getByLabel('Card number').fill('');
  await form.getByLabel('Expiration date').fill('');
  await form.getByLabel('Card number').focus();
  await page.keyboard.type('4242424242424242');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await form.getByLabel('Security code').evaluate((field) => field === document.activeElement)).toBe(true);
});

test("takes on the shop's appearance, whenever it changes", async () => {
  const rules = (line: string) => ({ '.Input': { border: `2px solid ${line}` }, '.Input:focus': { color: line } });
  const form = await openForm({ variables: { colorText: 'rgb(1, 2, 3)' }, rules: rules('rgb(4, 5, 6)') });
  const number = form.getByLabel('Card number');
  const styles = () =>
    number.evaluate((element) => [getComputedStyle(element).color, getComputedStyle(element).borderTopColor]);
  expect(await styles()).toEqual(['rgb(1, 2, 3)', 'rgb(4, 5, 6)']);
  await page.evaluate((appearance) => (window as unknown as ShopWindow).elements.update({ appearance }), {
    rules: rules('rgb(7, 8, 9)'),
  });
  await number.focus();
  await expect.poll(styles).toEqual(['rgb(7, 8, 9)', 'rgb(7, 8, 9)']);
});

test('adapts its height to its content', async () => {
  const form = await openForm();
  const heightOf = async () => (await page.locator('#payment iframe').boundingBox())?.height ?? 0;
  await expect.poll(heightOf).toBeGreaterThan(200);
  const before = await heightOf();
  await form.getByText('Cards to try').click();
  await expect.poll(heightOf).toBeGreaterThan(before + 50);
  await form.getByText('Cards to try').click();
  await expect.poll(heightOf).toBe(before);
});

test("speaks the shop's language", async () => {
  const form = await openForm({}, { locale: 'de' });
  await form.getByLabel('Kartennummer').fill('4242424242424242');
  expect(await confirm('/done')).toMatchObject({
    error: { message: 'Das Ablaufdatum Ihrer Karte ist unvollständig.' },
  });
  await form.getByText('Karten zum Ausprobieren').click();
  await form.getByRole('button', { name: 'ist nicht gedeckt' }).click();
  expect(await confirm('/done')).toMatchObject({
    error: { message: 'Ihre Karte ist nicht ausreichend gedeckt.', code: 'card_declined' },
  });
  await form.getByRole('button', { name: 'verlangt 3-D Secure' }).click();
  void confirm('/done').catch(() => {});
  await page.waitForURL(/\/authenticate\//);
  expect(await page.textContent('main')).toMatch(/Simulierte Bank: 19,99\s\$ für/);
  expect(await page.getAttribute('html', 'lang')).toBe('de');
});

test('speaks the language of the page if the shop names none', async () => {
  const form = await openForm({}, { lang: 'sr' });
  await form.getByLabel('Broj kartice').fill('4242');
});

test("asks for 3-D Secure in the form's theme, and redirects a shopper who goes back there to the shop", async () => {
  const form = await openForm({ theme: 'night' });
  await form.getByText('Cards to try').click();
  await form.getByRole('button', { name: '3155' }).click();
  // Leaves the page, and so never responds.
  void confirm('/done?order=7').catch(() => {});
  await page.waitForURL(/\/authenticate\//);
  expect(await page.textContent('main')).toContain('$19.99');
  const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(background).toBe('rgb(14, 16, 18)');
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await page.waitForURL(/\/done/);
  await page.goBack();
  await page.waitForURL(/\/done\?order=7&.*redirect_status=succeeded/);
});
