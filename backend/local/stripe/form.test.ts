import type { Locator, Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type BrowserWindow,
  type CardFormShop,
  confirm,
  eventsOf,
  mountForm,
  openForm,
  startCardFormShop,
  statusOf,
} from './browser-harness.ts';

let shop: CardFormShop;
let page: Page;

beforeAll(async () => {
  shop = await startCardFormShop();
});

afterAll(() => shop.close());

beforeEach(async () => {
  page = await shop.browser.newPage();
});

afterEach(() => page.close());

test.each([
  ['', '', '', 'Your card number is incomplete.', "Your card's expiration date is incomplete."],
  ['4242424242424241', '1299', '123', 'Your card number is invalid.', "Your card's expiration year is invalid."],
  ['4242424242424242', '0120', '12', '', "Your card's expiration year is in the past."],
])('%s %s %s is not sent, and each field says what is wrong', async (number, expiry, code, ...sentences) => {
  const { intent, form } = await openForm(page, shop);
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Expiration date').fill(expiry);
  await form.getByLabel('Security code').fill(code);
  const confirmation = await confirm(page, shop);
  expect(confirmation?.error).toMatchObject({ type: 'validation_error', message: sentences.find(Boolean) });
  const shown = await form.locator('.problem').allTextContents();
  expect(shown).toEqual([...sentences, code === '123' ? '' : "Your card's security code is incomplete."]);
  const invalid = form.locator('[aria-invalid="true"]');
  expect(await invalid.count()).toBe(shown.filter(Boolean).length);
  expect(await statusOf(shop, intent)).toBe('requires_payment_method');
});

test('the form can be filled by keyboard, and adds the slash and the groups of digits', async () => {
  const { form } = await openForm(page, shop);
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

test('the form follows the page’s style, fits its content, and ignores invalid styles', async () => {
  const { form } = await openForm(page, shop, {
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
  await form.getByText('Cards to try').click();
  await expect.poll(async () => (await frame.boundingBox())?.height).toBe(before);
  const content = await form.locator('body').evaluate((body) => body.getBoundingClientRect().height);
  expect(before).toBe(Math.ceil(content));
  await page.evaluate(() => (window as unknown as BrowserWindow).elements.update({ appearance: { theme: 'stripe' } }));
  await expect.poll(() => root.getAttribute('data-theme')).toBe('stripe');
});

test('an unmounted form confirms nothing, and can be created again', async () => {
  const { intent } = await openForm(page, shop);
  const problem = await page.evaluate(async (returnUrl) => {
    const { stripe: loaded, elements } = window as unknown as BrowserWindow;
    elements.getElement('payment').destroy();
    const failure = await loaded
      .confirmPayment({ elements, confirmParams: { return_url: returnUrl } })
      .catch((error: Error) => error.name);
    elements.create('payment').mount('#payment');
    return failure;
  }, shop.url);
  expect(problem).toBe('IntegrationError');
  await page.frameLocator('#payment iframe').getByLabel('Card number').waitFor();
  const answer = await page.evaluate(
    (secret) => (window as unknown as BrowserWindow).stripe.retrievePaymentIntent(secret),
    String(intent.client_secret),
  );
  expect(answer).toMatchObject({ paymentIntent: { id: intent.id, status: 'requires_payment_method' } });
});

test('a finished payment gets no card form but an error', async () => {
  const price = { amount: 1999, currency: 'usd' };
  const paid = await shop.stripe.paymentIntents.create({ ...price, confirm: true, payment_method: 'pm_card_visa' });
  const canceled = await shop.stripe.paymentIntents.create(price);
  await shop.stripe.paymentIntents.cancel(canceled.id);
  for (const [{ client_secret: secret }, status, sentence] of [
    [paid, 'succeeded', 'This payment has already been made.'],
    [canceled, 'canceled', 'This payment has been canceled.'],
  ] as const) {
    const form = await mountForm(page, shop, secret);
    expect(await eventsOf(page)).toMatchObject([
      {
        type: 'loaderror',
        elementType: 'payment',
        error: {
          type: 'invalid_request_error',
          code: 'payment_intent_unexpected_state',
          payment_intent: { status },
        },
      },
    ]);
    expect(await form.locator('body').textContent()).toMatch(sentence);
    await expect.poll(async () => (await page.locator('#payment iframe').boundingBox())?.height).toBeGreaterThan(20);
  }
});

test('an invalid client secret gets no card form', async () => {
  const form = await mountForm(page, shop, 'pi_none_secret_none');
  expect(await eventsOf(page)).toMatchObject([
    { type: 'loaderror', elementType: 'payment', error: { type: 'invalid_request_error', code: 'resource_missing' } },
  ]);
  expect(await form.getByLabel('Card number').count()).toBe(0);
  expect(await form.locator('body').textContent()).toMatch('The card form could not be loaded.');
});

test('a shop can style the parts of the form with safe properties', async () => {
  const { form } = await openForm(page, shop, {
    rules: {
      '.Input': { border: '2px solid rgb(1, 2, 3)', backgroundImage: 'url(https://example.com/)', position: 'fixed' },
      '.Input:focus': { borderColor: 'rgb(4, 5, 6)' },
      '.Input--invalid': { borderColor: 'rgb(7, 8, 9)' },
      '.Label': { fontWeight: '550', color: 'url(https://example.com/)' },
      '.Error': { color: 'rgb(10, 11, 12)' },
      'body, .Input': { display: 'none' },
    },
  });
  const number = form.getByLabel('Card number');
  const styleOf = (locator: Locator) =>
    locator.evaluate((element) => {
      const { borderTopColor, borderTopWidth, backgroundImage, position, fontWeight, color } =
        getComputedStyle(element);
      return { borderTopColor, borderTopWidth, backgroundImage, position, fontWeight, color };
    });
  await expect.poll(() => styleOf(number)).toMatchObject({ borderTopColor: 'rgb(1, 2, 3)', borderTopWidth: '2px' });
  expect(await styleOf(number)).toMatchObject({ backgroundImage: 'none', position: 'static' });
  expect(await styleOf(form.locator('label').first())).toMatchObject({ fontWeight: '550', color: 'rgb(48, 49, 61)' });
  await number.focus();
  await expect.poll(() => styleOf(number)).toMatchObject({ borderTopColor: 'rgb(4, 5, 6)' });
  await number.fill('1');
  await number.blur();
  await expect.poll(() => styleOf(number)).toMatchObject({ borderTopColor: 'rgb(7, 8, 9)' });
  expect(await styleOf(form.locator('#number-problem'))).toMatchObject({ color: 'rgb(10, 11, 12)' });

  await page.evaluate(() => (window as unknown as BrowserWindow).elements.update({ appearance: {} }));
  await expect.poll(() => styleOf(number)).toMatchObject({ borderTopWidth: '1px' });
});
