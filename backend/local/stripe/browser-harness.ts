import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type FrameLocator, type Page } from '@playwright/test';
import type Stripe from 'stripe';
import { browserOptions } from '../../../testing/browser.ts';
import { closeServer, listen } from '../../core/listen.ts';
import { createLog } from '../../core/log.ts';
import { KEYS, openStripe } from './harness.ts';
import { type PaymentProvider, startPaymentProvider } from './server.ts';

type ElementEvent = {
  type: string;
  complete?: boolean;
  elementType?: string;
  error?: { type: string; code?: string; message: string };
};
type Confirmation = { error?: Record<string, unknown>; paymentIntent?: { status: string } };

/** The parts of the script's interface that the tests use. */
export type BrowserWindow = {
  Stripe(key: string): {
    elements(options: object): BrowserElements;
    confirmPayment(options: object): Promise<Confirmation>;
    retrievePaymentIntent(clientSecret: string): Promise<Confirmation>;
  };
  stripe: ReturnType<BrowserWindow['Stripe']>;
  elements: BrowserElements;
  events: ElementEvent[];
};

type BrowserElements = {
  create(type: string): BrowserElement;
  getElement(type: string): BrowserElement;
  submit(): Promise<Confirmation>;
  update(options: object): void;
};

type BrowserElement = {
  on(type: string, listener: (event: ElementEvent) => void): void;
  mount(place: string): void;
  unmount(): void;
  destroy(): void;
};

/** A browser on a shop page that loads the provider's script. */
export async function startCardFormShop() {
  const browser = await chromium.launch(browserOptions());
  const folder = await mkdtemp(join(tmpdir(), 'payment-form-'));
  const shop: Server = createServer((request, response) => {
    const isPage = request.url?.startsWith('/pay') || request.url?.startsWith('/done');
    if (!isPage) return response.writeHead(request.url?.startsWith('/webhook') ? 200 : 404).end();
    response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Security-Policy': policyFor(provider.url) });
    response.end(shopPage(provider.url));
  });
  const url = `http://127.0.0.1:${await listen(shop, 0, '127.0.0.1', 'the shop')}`;
  const provider: PaymentProvider = await startPaymentProvider({
    ...KEYS,
    port: 0,
    stateFile: join(folder, 'payments.sqlite'),
    webhookUrl: `${url}/webhook`,
    log: createLog('payment provider', 'silent'),
  });
  return {
    url,
    browser,
    stripe: openStripe(provider.url, KEYS.secretKey),

    async close(): Promise<void> {
      await browser.close();
      await provider.close();
      await closeServer(shop);
      await rm(folder, { recursive: true });
    },
  };
}

export type CardFormShop = Awaited<ReturnType<typeof startCardFormShop>>;

function policyFor(provider: string): string {
  return `default-src 'none'; script-src 'self' ${provider}; frame-src ${provider}; connect-src ${provider}; img-src ${provider}; style-src 'unsafe-inline'`;
}

function shopPage(provider: string): string {
  return `<!doctype html><title>Shop</title><div id="payment"></div><script src="${provider}/stripe.js"></script>`;
}

/** Opens the shop page with a card form for a payment, and waits until the form is ready or has failed. */
export async function mountForm(
  page: Page,
  shop: CardFormShop,
  clientSecret: string | null,
  appearance: object = {},
): Promise<FrameLocator> {
  await page.goto(`${shop.url}/pay`);
  await page.evaluate(
    ([key, secret, look]) => {
      const shopWindow = window as unknown as BrowserWindow;
      shopWindow.stripe = shopWindow.Stripe(key);
      shopWindow.elements = shopWindow.stripe.elements({ clientSecret: secret, appearance: look });
      shopWindow.events = [];
      const element = shopWindow.elements.create('payment');
      for (const type of ['ready', 'loaderror', 'change', 'focus']) {
        element.on(type, (event) => shopWindow.events.push({ ...event, type }));
      }
      element.mount('#payment');
    },
    [KEYS.publishableKey, clientSecret, appearance] as const,
  );
  await page.waitForFunction(() => {
    const { events } = window as unknown as BrowserWindow;
    return events.some(({ type }) => type === 'ready' || type === 'loaderror');
  });
  return page.frameLocator('#payment iframe');
}

/** A card form for a new payment. */
export async function openForm(
  page: Page,
  shop: CardFormShop,
  appearance: object = {},
): Promise<{ intent: Stripe.PaymentIntent; form: FrameLocator }> {
  const intent = await shop.stripe.paymentIntents.create({ amount: 1999, currency: 'usd' });
  return { intent, form: await mountForm(page, shop, intent.client_secret, appearance) };
}

/** The events that the card form has sent to the page so far. */
export function eventsOf(page: Page): Promise<ElementEvent[]> {
  return page.evaluate(() => (window as unknown as BrowserWindow).events);
}

export async function fillIn(form: FrameLocator, number: string): Promise<void> {
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Expiration date').fill(`12${String(new Date().getFullYear() + 2).slice(-2)}`);
  await form.getByLabel('Security code').fill('123');
}

/** Confirms the payment and returns the result, unless a redirect leaves the page. */
export function confirm(
  page: Page,
  shop: CardFormShop,
  options: { redirect?: string } = {},
): Promise<Confirmation | null> {
  return page.evaluate(
    async ([returnUrl, redirect]) => {
      const { stripe: loaded, elements } = window as unknown as BrowserWindow;
      const confirmation = loaded.confirmPayment({ elements, confirmParams: { return_url: returnUrl }, redirect });
      const hasLeft = new Promise<null>((resolve) => window.addEventListener('pagehide', () => resolve(null)));
      return Promise.race([confirmation, hasLeft]);
    },
    [`${shop.url}/done?order=7`, options.redirect ?? 'always'] as const,
  );
}

/** Confirms a payment that ends in a redirect. */
export async function confirmAndFollow(page: Page, shop: CardFormShop, address: string | RegExp): Promise<void> {
  const arrival = page.waitForURL(address);
  await page.evaluate((returnUrl) => {
    const { stripe: loaded, elements } = window as unknown as BrowserWindow;
    void loaded.confirmPayment({ elements, confirmParams: { return_url: returnUrl } });
  }, `${shop.url}/done?order=7`);
  await arrival;
}

export async function statusOf({ stripe }: CardFormShop, { id }: Stripe.PaymentIntent): Promise<string> {
  return (await stripe.paymentIntents.retrieve(id)).status;
}
