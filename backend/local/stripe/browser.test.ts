import type { Page } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type CardFormShop,
  confirm,
  confirmAndFollow,
  fillIn,
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

test('a valid card pays, and the return address has the result', async () => {
  const { intent, form } = await openForm(page, shop);
  await fillIn(form, '4242424242424242');
  expect(await form.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242');
  await confirmAndFollow(page, shop, /\/done/);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    order: '7',
    payment_intent: intent.id,
    payment_intent_client_secret: intent.client_secret,
    redirect_status: 'succeeded',
  });
  expect(await statusOf(shop, intent)).toBe('succeeded');
});

test('a page that avoids redirects gets the payment directly', async () => {
  const { intent, form } = await openForm(page, shop);
  await fillIn(form, '5555555555554444');
  expect(await confirm(page, shop, { redirect: 'if_required' })).toMatchObject({
    paymentIntent: { status: 'succeeded' },
  });
  expect(await statusOf(shop, intent)).toBe('succeeded');
});

test('a declined card shows why, and another card can pay', async () => {
  const { intent, form } = await openForm(page, shop);
  await fillIn(form, '4000000000009995');
  expect(await confirm(page, shop)).toMatchObject({
    error: {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
      payment_intent: { id: intent.id, status: 'requires_payment_method' },
    },
  });
  await fillIn(form, '4242424242424242');
  await confirmAndFollow(page, shop, /redirect_status=succeeded/);
  expect(await statusOf(shop, intent)).toBe('succeeded');
});

test('a card with 3-D Secure pays after authentication', async () => {
  const { intent, form } = await openForm(page, shop);
  await fillIn(form, '4000002500003155');
  await confirmAndFollow(page, shop, /\/authenticate\//);
  expect(await page.textContent('main')).toContain('$19.99');
  expect(await statusOf(shop, intent)).toBe('requires_action');
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await page.waitForURL(/\/done\?order=7&.*redirect_status=succeeded/);
  expect(await statusOf(shop, intent)).toBe('succeeded');
});

test('a failed authentication returns unpaid, and the payment waits for another card', async () => {
  const { intent, form } = await openForm(page, shop);
  await fillIn(form, '4000002500003155');
  await confirmAndFollow(page, shop, /\/authenticate\//);
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await page.waitForURL(/\/done\?order=7&.*redirect_status=failed/);
  const { status, last_payment_error } = await shop.stripe.paymentIntents.retrieve(intent.id);
  expect({ status, code: last_payment_error?.code }).toEqual({
    status: 'requires_payment_method',
    code: 'payment_intent_authentication_failure',
  });
});

test.each([
  ['Complete authentication', 'succeeded'],
  ['Fail authentication', 'failed'],
])('who goes back after "%s" is sent on to the shop again', async (button, outcome) => {
  const { form } = await openForm(page, shop);
  await fillIn(form, '4000002500003155');
  await confirmAndFollow(page, shop, /\/authenticate\//);
  await page.getByRole('button', { name: button }).click();
  await page.waitForURL(/\/done/);
  await page.goBack();
  await page.waitForURL((url) => url.pathname === '/done' && url.searchParams.get('redirect_status') === outcome);
});
