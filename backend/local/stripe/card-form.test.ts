import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { browserOptions } from '../../../testing/browser.ts';
import { closeServer, listen } from '../../core/http/listen.ts';
import { createLog } from '../../core/observability/log.ts';
import { KEYS, openStripe } from './harness.ts';
import { type PaymentProvider, startPaymentProvider } from './server.ts';

type ElementEvent = { type: string; error?: { code?: string } };
type Confirmation = { error?: { type: string; message: string } };

/** The page's globals, as far as the tests use them. */
type ShopWindow = {
  Stripe(key: string): {
    elements(options: object): {
      create(type: string): {
        on(type: string, listener: (event: ElementEvent) => void): void;
        mount(at: string): void;
      };
      update(options: object): void;
    };
    confirmPayment(options: object): Promise<Confirmation>;
  };
  stripe: ReturnType<ShopWindow['Stripe']>;
  elements: ReturnType<ReturnType<ShopWindow['Stripe']>['elements']>;
  events: ElementEvent[];
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
const stripe = () => openStripe(provider.url, KEYS.secretKey);

/** Opens the shop's page with a card form, and waits until it has loaded or failed to. */
async function openForm(clientSecret: string | null, appearance: object = {}): Promise<FrameLocator> {
  await page.goto(`${shopUrl}/pay`);
  await page.evaluate(
    ([key, secret, look]) => {
      const shopWindow = window as unknown as ShopWindow;
      shopWindow.stripe = shopWindow.Stripe(key);
      shopWindow.elements = shopWindow.stripe.elements({ clientSecret: secret, appearance: look });
      shopWindow.events = [];
      const element = shopWindow.elements.create('payment');
      for (const type of ['ready', 'loaderror']) {
        element.on(type, (event) => shopWindow.events.push({ ...event, type }));
      }
      element.mount('#payment');
    },
    [KEYS.publishableKey, clientSecret, appearance] as const,
  );
  await page.waitForFunction(() => (window as unknown as ShopWindow).events.length > 0);
  return page.frameLocator('#payment iframe');
}

async function openNewForm(appearance?: object): Promise<FrameLocator> {
  return openForm((await stripe().paymentIntents.create(price)).client_secret, appearance);
}

function confirm(): Promise<Confirmation> {
  return page.evaluate((returnUrl) => {
    const { stripe: loaded, elements } = window as unknown as ShopWindow;
    return loaded.confirmPayment({ elements, confirmParams: { return_url: returnUrl } });
  }, `${shopUrl}/done`);
}

test.each([
  ['', '', '', 'Your card number is incomplete.', "Your card's expiration date is incomplete."],
  ['4242424242424241', '1299', '123', 'Your card number is invalid.', "Your card's expiration year is invalid."],
  ['4242424242424242', '0120', '12', '', "Your card's expiration year is in the past."],
])('rejects %s %s %s before sending it, with a message per field', async (number, expiry, code, ...messages) => {
  const form = await openNewForm();
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Expiration date').fill(expiry);
  await form.getByLabel('Security code').fill(code);
  expect((await confirm()).error).toMatchObject({ type: 'validation_error', message: messages.find(Boolean) });
  const shown = await form.locator('.problem').allTextContents();
  expect(shown).toEqual([...messages, code === '123' ? '' : "Your card's security code is incomplete."]);
  expect(await form.locator('[aria-invalid="true"]').count()).toBe(shown.filter(Boolean).length);
});

test('groups digits and moves to the next field as the shopper types', async () => {
  const form = await openNewForm();
  await form.getByLabel('Card number').pressSequentially('4242424242424242');
  expect(await form.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
  await page.keyboard.type('534123');
  expect(await form.getByLabel('Expiration date').inputValue()).toBe('05 / 34');
  expect(await form.getByLabel('Security code').inputValue()).toBe('123');
  await form.getByLabel('Expiration date').focus();
  for (const left of ['05 / 3', '05', '0', '']) {
    await page.keyboard.press('Backspace');
    expect(await form.getByLabel('Expiration date').inputValue()).toBe(left);
  }
});

test("applies the shop's appearance but no harmful styles", async () => {
  const form = await openNewForm({
    theme: 'night',
    variables: { colorPrimary: '#ff0000', colorText: 'url(https://example.com/)', borderRadius: '9px' },
    rules: {
      '.Input': { border: '2px solid rgb(1, 2, 3)', backgroundImage: 'url(https://example.com/)', position: 'fixed' },
      '.Input:focus': { border: '2px solid rgb(4, 5, 6)' },
    },
  });
  const root = form.locator('html');
  expect(await root.getAttribute('data-theme')).toBe('night');
  expect(await root.getAttribute('style')).toBe('--primary: #ff0000; --radius: 9px;');
  const styleOf = (locator: Locator) =>
    locator.evaluate((element) => {
      const { borderTopColor, backgroundImage, position } = getComputedStyle(element);
      return { borderTopColor, backgroundImage, position };
    });
  const number = form.getByLabel('Card number');
  const safe = { backgroundImage: 'none', position: 'static' };
  await expect.poll(() => styleOf(number)).toEqual({ borderTopColor: 'rgb(1, 2, 3)', ...safe });
  await number.focus();
  await expect.poll(() => styleOf(number)).toEqual({ borderTopColor: 'rgb(4, 5, 6)', ...safe });

  await page.evaluate(() => (window as unknown as ShopWindow).elements.update({ appearance: { theme: 'stripe' } }));
  await expect.poll(() => root.getAttribute('data-theme')).toBe('stripe');
});

test('adapts its height to its content', async () => {
  const form = await openNewForm();
  const heightOf = async () => (await page.locator('#payment iframe').boundingBox())?.height ?? 0;
  const before = await heightOf();
  await form.getByText('Cards to try').click();
  await expect.poll(heightOf).toBeGreaterThan(before + 50);
  await form.getByText('Cards to try').click();
  await expect.poll(heightOf).toBe(before);
});

test('shows a message instead of the form for an ended payment and emits loaderror', async () => {
  const paid = await stripe().paymentIntents.create({ ...price, confirm: true, payment_method: 'pm_card_visa' });
  const canceled = await stripe().paymentIntents.create(price);
  await stripe().paymentIntents.cancel(canceled.id);
  for (const [secret, code, message] of [
    [paid.client_secret, 'payment_intent_unexpected_state', 'This payment has already been made.'],
    [canceled.client_secret, 'payment_intent_unexpected_state', 'This payment has been canceled.'],
    ['pi_none_secret_none', 'resource_missing', 'The card form could not be loaded.'],
  ] as const) {
    const form = await openForm(secret);
    const events = await page.evaluate(() => (window as unknown as ShopWindow).events);
    expect(events).toMatchObject([{ type: 'loaderror', error: { code } }]);
    expect(await form.locator('body').textContent()).toContain(message);
    expect(await form.getByLabel('Card number').count()).toBe(0);
  }
});

test('redirects a shopper who goes back to 3-D Secure to the shop', async () => {
  const form = await openNewForm();
  await form.getByText('Cards to try').click();
  await form.getByRole('button', { name: '3155' }).click();
  const arrival = page.waitForURL(/\/authenticate\//);
  await page.evaluate((returnUrl) => {
    const { stripe: loaded, elements } = window as unknown as ShopWindow;
    void loaded.confirmPayment({ elements, confirmParams: { return_url: returnUrl } });
  }, `${shopUrl}/done?order=7`);
  await arrival;
  expect(await page.textContent('main')).toContain('$19.99');
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await page.waitForURL(/\/done/);
  await page.goBack();
  await page.waitForURL(/\/done\?order=7&.*redirect_status=succeeded/);
});
