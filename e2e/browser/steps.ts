import { writeFile } from 'node:fs/promises';
import type { Locator, Page, Route } from '@playwright/test';
import type { ProductView } from '#contract/catalogue/catalogue.ts';
import { COMMENTS_PER_PAGE, type CommentView } from '#contract/comments/comments.ts';
import { type ListingView, PER_PAGE } from '#contract/listing/listing.ts';
import { PICKUP } from '#contract/orders/delivery.ts';
import type { OrderDetailView } from '#contract/orders/orders.ts';
import type { WorkView } from '#contract/users/work.ts';
import { dropFirstView, respondWith } from '../../testing/responses.ts';
import { PASSWORD } from '../../testing/shop/api.ts';
import { type Shop, shortId } from './shop.ts';
import { storeAccount, storeCart, storePickup } from './storage.ts';
import { expect, installClock, test } from './test.ts';

/** Steps and forged responses that several specs share. */

export type Credentials = { email: string; username: string; password: string };

/** Credentials that are not registered yet. */
export function newCredentials(): Credentials {
  const username = `shopper-${shortId()}`;
  return { email: `${username}@example.com`, username, password: PASSWORD };
}

/** Logs in through the form. */
export async function logIn<Account extends Credentials>(page: Page, account: Account): Promise<Account> {
  const { email, username, password } = account;
  await page.goto('/authorization');
  await submitLogin(page, email, password);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner')).toContainText(username);
  return account;
}

/** Chooses an option of a list by typing its first letters. After a pause between two of them, the browser starts a new search. */
export async function chooseByTyping(list: Locator, letters: string, value: string): Promise<void> {
  await list.focus();
  await expect(async () => {
    await list.page().keyboard.type(letters);
    await expect(list).toHaveValue(value, { timeout: 1000 });
  }).toPass();
}

/** Fills in the open login form and submits it. */
export async function submitLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

/** Opens the profile from the user menu. */
export async function openProfile(page: Page, { username }: Pick<Credentials, 'username'>): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: username }).click();
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeFocused();
}

/** A paid order for forged responses, by default collected in the store. */
export function madeUpOrder(
  items: readonly (ProductView & { count: number })[],
  change: Partial<OrderDetailView> = {},
): OrderDetailView {
  return {
    ...{ _id: 'o', number: 1001, state: 'paid', currency: 'EUR', date: new Date(0).toISOString(), fulfilment: 'open' },
    lines: items.map(({ _id, title, price, count }) => ({
      ...{ productId: _id, title, detail: '', price, count },
      ...{ amount: price * count, returnable: 0, withdrawable: count },
    })),
    ...{
      amount: 20,
      subtotal: 20,
      discount: 0,
      discountCode: '',
      shipping: 0,
      tax: { rate: 0, amount: 0 },
      taxes: [{ rate: 0, net: 20, amount: 0 }],
      reverseCharge: false,
      billing: null,
      vatCheck: null,
      refunded: 0,
    },
    ...{ shippingMethod: PICKUP, shippingName: 'Collect in store', minDays: 0, maxDays: 0, delivery: null, note: '' },
    ...{ texts: [], shipments: [], history: [], dispute: null, canPay: false, canCancel: true },
    ...{ returns: [], withdrawals: [], canWithdraw: true, withdrawUntil: null },
    ...change,
  };
}

/** A product for forged responses, without a picture by default. */
export function madeUpProduct(change: Partial<ProductView> = {}): ProductView {
  return {
    _id: crypto.randomUUID(),
    title: 'Made-up thing',
    description: 'Made up for a test.',
    price: 10,
    regularPrice: null,
    priorPrice: null,
    saleUntil: null,
    image: '',
    imageState: 'ready',
    imageWidths: [],
    categoryId: { _id: crypto.randomUUID(), categoryName: 'Things', slug: 'things' },
    rating: 0,
    allRatings: [],
    attributes: [],
    images: [],
    stock: null,
    family: null,
    sku: null,
    brand: null,
    energy: null,
    charger: null,
    energySheet: null,
    ...change,
  };
}

/** A page of these products, for forged responses. */
export function madeUpListing(products: ProductView[], change: Partial<ListingView> = {}): object {
  const listing: ListingView = {
    products: products.slice(0, PER_PAGE).map((product) => ({ variantCount: 1, ...product })),
    total: products.length,
    page: 1,
    pageCount: Math.ceil(products.length / PER_PAGE),
    match: 'exact',
    highestPrice: Math.max(0, ...products.map(({ price }) => price)),
    category: null,
    facets: [],
    ...change,
  };
  return { status: 'success', ...listing };
}

/** Answers every call for a page of products, or for products by their ids, with these. */
export async function serveProducts(page: Page, products: ProductView[]): Promise<void> {
  await respondWith(page, '/products?*', 200, madeUpListing(products));
}

/** Makes the shop answer every page of products as if it sold only those of a category. */
export async function narrowCatalogue(page: Page, categoryId: string): Promise<void> {
  await dropFirstView(page);
  await page.route('**/api/v1/products?*', (route) => {
    return route.continue({ url: `${route.request().url()}&category=${categoryId}` });
  });
}

/** A comment for forged responses. */
export function madeUpComment(change: Partial<CommentView> = {}): CommentView {
  return {
    _id: crypto.randomUUID(),
    author: 'Guest',
    rate: null,
    isBuyer: false,
    content: 'Fine',
    productId: crypto.randomUUID(),
    productTitle: 'Made-up thing',
    date: '2026-01-05T12:00:00Z',
    status: true,
    ...change,
  };
}

/** Responds with these comments on any product, all on one page. */
export async function respondWithComments(page: Page, allComments: CommentView[]): Promise<void> {
  const total = allComments.length;
  const body = { status: 'success', allComments, total, page: 1, pageCount: Math.ceil(total / COMMENTS_PER_PAGE) };
  await respondWith(page, '/comment/filter/*', 200, body);
}

/** The links on the catalogue's cards. */
export function cards(page: Page): Locator {
  return page.getByRole('link', { name: 'View Product' });
}

/** The links to products. Prices also link to what delivery costs, once a test has published that. */
export function productLinks(within: Locator): Locator {
  return within.locator('a[href*="/product/"]');
}

/** The header's link to the cart. */
export function cartLink(page: Page): Locator {
  return page.getByRole('banner').getByRole('link', { name: /^Cart/ });
}

/** The page's main heading, by its text. */
export function heading(page: Page, name: string | RegExp): Locator {
  return page.getByRole('heading', { level: 1, name });
}

/** The current step of the checkout. */
export function checkoutStep(page: Page): Locator {
  return page.getByRole('list', { name: 'Checkout progress' }).locator('[aria-current="step"]');
}

/** Opens a page through a client-side link, so that its data is not in the HTML. */
export async function followLinkTo(page: Page, path: string): Promise<void> {
  await page.goto('/contact');
  await page.evaluate((path) => history.pushState(null, '', path), path);
}

/** A cart item as the browser stores it, with count 2 by default. */
export function cartItem(product: ProductView, change: object = {}): object {
  const { _id, title, description, image, imageWidths, price } = product;
  return { _id, title, description, image, imageWidths, price, count: 2, totalAmount: 2 * price, ...change };
}

/** The toast with this text. */
export function toast(page: Page, text: string | RegExp): Locator {
  return page.locator('.Toastify__toast').filter({ hasText: text });
}

/** Keeps current and later toasts open. */
export async function keepToasts(page: Page): Promise<void> {
  await page.addStyleTag({ content: '.Toastify__progress-bar { animation-play-state: paused !important; }' });
}

/** Lets no work wait in the dashboard, whatever other tests have left, so that its sidebar has no badges. */
export async function hideWork(page: Page): Promise<void> {
  const returns = { returnsRequested: 0, returnsOverdue: 0, withdrawalsWaiting: 0 };
  const none = { ...returns, commentsWaiting: 0, reportsOpen: 0, unsentMails: 0, dutiesOpen: 0 };
  const work: WorkView = { ordersToShip: 0, ordersToCollect: 0, ...none };
  await respondWith(page, '/admin/work', 200, { status: 'success', ...work });
}

/** Stops the clock of the next page. */
export async function stopClock(page: Page): Promise<void> {
  await installClock(page, { time: 0 });
  await page.clock.pauseAt(1000);
}

/** Expects an invalid field: with the message as its description, a red label and a red border. */
export async function expectInvalid(field: Locator, message: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(message);
  const colors = () =>
    field.evaluate((element: HTMLInputElement) => {
      const [label, box] = [element.labels?.[0], element.parentElement];
      if (!label || !box) throw new Error('The field has no label or no box around it');
      return [getComputedStyle(label).color, getComputedStyle(box).borderTopColor];
    });
  await expect.poll(async () => (await colors()).map(isRed), 'whether label and border are red').toEqual([true, true]);
}

function isRed(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return red > 1.5 * green && red > 1.5 * blue;
}

/** https://docs.stripe.com/testing */
export const CARDS = {
  success: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  threeDSecure: '4000 0025 0000 3155',
};

/** Opens the cart of a new, logged-in shopper with one product, which they collect. @returns both */
export async function goToCart(page: Page, shop: Shop) {
  const product = await shop.addProduct();
  await storeCart(page, [cartItem(product)]);
  const shopper = await shop.newAccount();
  await storeAccount(page, shopper);
  await storePickup(page, shopper);
  const pricesChecked = page.waitForResponse('**/api/v1/products?ids=*');
  await page.goto('/order');
  await pricesChecked;
  return { ...shopper, product };
}

/** Opens the payment of a new shopper with one product. */
export async function goToPayment(page: Page, shop: Shop) {
  const shopper = await goToCart(page, shop);
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  return shopper;
}

export function cardForm(page: Page) {
  return page.frameLocator('iframe').first();
}

export async function fillCard(page: Page, number: string): Promise<void> {
  const form = cardForm(page);
  await form.getByLabel('Card number').fill(number);
  await form.getByLabel('Expiration date').fill('12 / 34');
  await form.getByLabel('Security code').fill('123');
}

export function payButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Pay / });
}

/** A one-pixel bitmap, which a browser can show but the shop does not accept. */
export function bitmap(name: string, mimeType: string) {
  const buffer = Buffer.alloc(58);
  buffer.write('BM');
  buffer.writeUInt32LE(58, 2);
  // Offset of the pixels, length of the second header, width, height, planes, bits per pixel.
  [54, 40, 1, 1].forEach((value, index) => void buffer.writeUInt32LE(value, 10 + 4 * index));
  buffer.writeUInt16LE(1, 26);
  buffer.writeUInt16LE(24, 28);
  return { name, mimeType, buffer };
}

/** Records every call of the page that is not a GET. */
export function watchChanges(page: Page): string[] {
  const changes: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && pathname.startsWith('/api/')) changes.push(`${request.method()} ${pathname}`);
  });
  return changes;
}

/**
 * Expects that a page has sent no change since `watchChanges` or the last check. Positive control: a change that the
 * page then sends must be recorded.
 */
export async function expectNothingSent(page: Page, changes: string[]): Promise<void> {
  await page.evaluate(() => fetch('/api/v1/control', { method: 'POST' }));
  expect(changes.splice(0)).toEqual(['POST /api/v1/control']);
}

/** A broken proxy's response, without the API's error message. */
export function badGateway(route: Route): Promise<void> {
  return route.fulfill({ status: 502, body: 'Bad gateway' });
}

/** Drops a file onto the field with a label. */
export async function dropFile(page: Page, label: string, file: { name: string; buffer: Buffer }): Promise<void> {
  const path = test.info().outputPath(file.name);
  await writeFile(path, file.buffer);
  const field = page.getByRole('group', { name: label });
  await field.scrollIntoViewIfNeeded();
  const box = await field.boundingBox();
  if (box === null) throw new Error(`"${label}" is not on the page`);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const browser = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await browser.send('Input.dispatchDragEvent', { type, ...at, data });
  }
}
