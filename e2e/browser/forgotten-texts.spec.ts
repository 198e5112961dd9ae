import type { Page } from '@playwright/test';
import { scopes } from '#contract/integration/scopes.ts';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { waitFor } from '../../testing/wait.ts';
import { type Shop, shortId } from './shop.ts';
import { cartItem } from './steps.ts';
import { declineLanguageOffer, storeAccount, storeCart, storePickup } from './storage.ts';
import { test as base, expect } from './test.ts';

/** Runs in a worker of its own, so that its shop shows nothing but this test's data. */
const test = base.extend<object, { shop: Shop }>({
  shop: [async ({ shop }, use) => use(shop), { scope: 'worker' }],
});
test.use({ languages: ['en', 'en-XA'] });

const EMAIL = /\S*@\S+/g;

/** Data, names, codes and units: the same in every language. */
const SAME = [
  /\S+\.png\b/g,
  /\bW-\w+/g,
  /\b(?:https?:\/\/|data:|\/)\S+/g,
  /\b[\da-f]{8}(?:-[\da-f]+)*\b/g,
  /\b(?:WebShop|EUR|USD|RSD|VAT|CSV|JSON|JPEG|PNG|WebP|AVIF|GIF|PDF|GB|MB|kB|UTC|English|Deutsch|Srpski|Pseudo-Accents)\b/g,
  // Columns and values of catalogue files.
  /\b(?:title|description|safety)\.de\b|\bnew \| refurbished \| used\b|\bstandard \| reduced \| zero\b/g,
  /\b(?:Google Merchant Center|Meta|idealo|OpenAI|SKU)\b/g,
  /\b(?:Visa|Stripe|Chrome|HeadlessChrome|Linux|Chromium|Alt|T)\b/g,
  // Variables, payments, and what the audit trail recorded.
  /\b[A-Z]+_[A-Z_]+\b|\bpi_\w+|\ben(?:, en-XA)?$|\bEN-XA\b| (?:on|of|and|at) /g,
  // Dates and countries come from the browser, whose closest language is English.
  /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b/g,
  /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*\b|\b[AP]M\b/g,
];

/** The texts of a page that people read or hear, with those in names and hints. */
function readTexts(): string[] {
  const texts = new Set([document.title]);
  const attributes = ['aria-label', 'aria-description', 'aria-roledescription', 'title', 'placeholder', 'alt'];
  const isCountry = (element: Element) => element instanceof HTMLOptionElement && /^[A-Z]{2}$/.test(element.value);
  const isRead = (element: Element) =>
    !element.closest('script, style, noscript, template, iframe, code') && !isCountry(element);
  for (const element of document.querySelectorAll('body *')) {
    if (!isRead(element)) continue;
    for (const name of attributes) texts.add(element.getAttribute(name) ?? '');
    for (const child of element.childNodes) if (child.nodeType === Node.TEXT_NODE) texts.add(child.textContent ?? '');
  }
  return [...texts];
}

async function findForgotten(page: Page, data: readonly string[]): Promise<string[]> {
  const texts = await page.evaluate(readTexts);
  return texts.filter((text) => {
    let rest = text.replace(EMAIL, ' ');
    for (const known of data) rest = rest.replaceAll(known, ' ');
    for (const pattern of SAME) rest = rest.replace(pattern, ' ');
    return /[A-Za-z]{2}/.test(rest);
  });
}

test('no screen has a text that is not translated', async ({ page, shop }) => {
  await declineLanguageOffer(page);
  const color = { code: 'paint', name: 'Paint', type: 'text', unit: '', isFilterable: true } as const;
  const category = await shop.addFilterableCategory([color], []);
  const { categoryName, slug, _id: categoryId } = category;
  const product = await shop.addProduct({ categoryId, attributes: { paint: 'Moss' }, stock: 3 });
  const other = await shop.addProduct({ categoryId, attributes: { paint: 'Sand' }, stock: 0 });
  const shopper = await shop.newAccount();
  await shop.addComment(product._id, 'Sturdy', { author: shopper, approved: true });
  const [comment] = await shop.comments(product._id);
  await shop.call('POST', `/comment/${comment?._id}/report`, { body: { reason: 'Sturdy' } });
  await shop.addComment(product._id, 'Shiny', { author: shopper });
  const code = `post-${shortId()}`;
  await shop.callAsAdmin('POST', '/admin/shipping-method', { code, name: 'Mailman', price: 0, minDays: 1, maxDays: 3 });
  await shop.callAsAdmin('POST', '/admin/discount', { code: 'SPRING', percent: 10 });
  const legalPage = { language: 'en', title: 'Guarantee', body: 'Guarantee' };
  await shop.callAsAdmin('POST', '/admin/page/guarantee/publish', legalPage);
  const delivery = { name: 'Ada', address: 'Main Street 1', city: 'Novi Sad', postCode: '21000', country: 'RS' };
  const order = await shop.placeOrder(product, shopper, { shippingMethod: code, delivery });
  await shop.pay(order);
  await waitFor('the order to be paid', async () => (await shop.readOrder(order)).state === 'paid');
  const { id: orderId } = order;
  await shop.callAsAdmin('POST', `/admin/order/${orderId}/shipment`, { carrier: 'Mailman' });
  const lines = [{ productId: product._id, count: 1 }];
  const goods = { lines, reason: 'defective', wants: 'repair', note: 'Sturdy' };
  await shop.call('POST', `/orders/${orderId}/returns`, { token: shopper.token, body: goods });
  await shop.call('POST', `/orders/${orderId}/withdrawal`, { token: shopper.token, body: {} });
  const { webhook } = await shop.callAsAdmin('POST', '/admin/webhook', {
    url: 'http://127.0.0.1:9/',
    events: ['order.paid', 'stock.low'],
  });
  await shop.callAsAdmin('POST', `/admin/webhook/${webhook._id}/test`);
  await waitFor('the try of a delivery', async () => {
    return (await shop.callAsAdmin('GET', `/admin/webhook/${webhook._id}/deliveries`)).total > 0;
  });
  await shop.callAsAdmin('POST', '/admin/api-key', { name: 'Sturdy', scopes });
  const { feed } = await shop.callAsAdmin('POST', '/admin/feed', {
    format: 'google',
    language: 'en',
    currency: 'EUR',
    country: 'RS',
  });
  const { username, email } = shopper.user;
  const data = [
    ...[product.title, other.title, product.description, other.description, categoryName, categoryName.toLowerCase()],
    ...[
      legalPage.title,
      'guarantee',
      username,
      email,
      shop.admin.user.username,
      shop.admin.user.email,
      'Sturdy',
      'Shiny',
      'Paint',
      'Moss',
      'Sand',
    ],
    ...[
      'Mailman',
      code,
      'zzzz',
      'paint',
      'SPRING',
      'Collect in store',
      'pickup',
      'Main Street 1',
      'Novi Sad',
      'Ada',
      'Serbia',
      slug,
      'Google Merchant Center (en, EUR, RS)',
    ],
  ];

  const longestFirst = data.toSorted((one, other) => other.length - one.length);

  async function expectTranslated(path: string): Promise<void> {
    await page.goto(`/en-XA${path === '/' ? '' : path}`, { waitUntil: 'networkidle' });
    expect.soft(await findForgotten(page, longestFirst), path).toEqual([]);
  }

  for (const path of ['/', '/?search=zzzz', `/category/${slug}`, `/product/${product._id}`, `/product/${other._id}`]) {
    await expectTranslated(path);
  }
  for (const path of [
    '/contact',
    '/pages/guarantee',
    '/withdrawal',
    '/authorization',
    '/no/such/page',
    '/resetPassword/x',
    '/verify/x',
    '/order',
    `/buy/${product._id}:51,${other._id}:1?code=SPRING`,
  ]) {
    await expectTranslated(path);
  }
  await expectTranslated(`/compare?ids=${product._id},${other._id}`);

  await storeAccount(page, shopper);
  await storeCart(page, [cartItem(product)]);
  await storePickup(page, shopper);
  for (const path of ['/order', '/profile', `/orders/${orderId}`]) await expectTranslated(path);

  await storeAccount(page, shop.admin);
  const parameters: Record<string, string> = {
    editProduct: product._id,
    editUser: shopper.user._id,
    attributes: categoryId,
    adminOrder: orderId,
    editLegalPage: 'guarantee',
    feed: feed._id,
    webhook: webhook._id,
  };
  const screens = Object.entries(pagePatterns).filter(([, pattern]) => pattern.startsWith(pagePatterns.statistics));
  for (const [name, pattern] of screens) await expectTranslated(pattern.replace(/:\w+/, parameters[name] ?? ''));
});
