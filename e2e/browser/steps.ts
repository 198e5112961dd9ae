import type { Locator, Page } from '@playwright/test';
import type { Account } from './shop.ts';
import { storeAccount } from './storage.ts';
import { expect } from './test.ts';

/** What shoppers do in more than one test. */

export const PASSWORD = 'correct horse';

export type Credentials = { email: string; username: string; password: string };

/** What nobody has registered with yet. */
export function newCredentials(): Credentials {
  const username = `shopper-${crypto.randomUUID().slice(0, 8)}`;
  return { email: `${username}@example.com`, username, password: PASSWORD };
}

/** An account of its own for a test, made through the API: registering by the form has tests of its own. */
export async function newAccount(page: Page): Promise<Account> {
  const credentials = newCredentials();
  const registered = await page.request.post('/api/v1/user/register', { data: credentials });
  expect(registered.ok()).toBe(true);
  const login = await page.request.post('/api/v1/user/login', { data: credentials });
  const { token, user } = await login.json();
  return { ...credentials, token, user };
}

/** Logs in on the screen; without an account, with a new one. */
export async function logIn(page: Page, account?: Account): Promise<Account> {
  const shopper = account ?? (await newAccount(page));
  await page.goto('/authorization');
  await submitLogin(page, shopper.email, shopper.password);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner')).toContainText(shopper.username);
  return shopper;
}

/** Has the next page of the shop start with a new shopper's login of an earlier visit. */
export async function storeLogin(page: Page): Promise<Account> {
  const account = await newAccount(page);
  await storeAccount(page, account);
  return account;
}

/** Fills the login form that shows, and sends it. */
export async function submitLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

/** Opens the profile by the user's menu, from any page. */
export async function openProfile(page: Page, { username }: Pick<Credentials, 'username'>): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: username }).click();
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeFocused();
}

export type Product = {
  _id: string;
  title: string;
  description: string;
  price: number;
  image: string;
  imageState: string;
  imageWidths: number[];
  categoryId: { _id: string; categoryName: string };
  rating: number;
  allRatings: number[];
};

/** A product that the shop does not have, for answers that a test makes up; without a picture, unless told otherwise. */
export function madeUpProduct(change: Partial<Product> = {}): Product {
  return {
    _id: crypto.randomUUID(),
    title: 'Made-up thing',
    description: 'It is not there.',
    price: 10,
    image: '',
    imageState: 'ready',
    imageWidths: [],
    categoryId: { _id: crypto.randomUUID(), categoryName: 'Things' },
    rating: 0,
    allRatings: [],
    ...change,
  };
}

/** All products of the demo shop, oldest first: what a test adds to them comes last, and no other test takes it. */
export async function products(page: Page): Promise<Product[]> {
  const { products } = await (await page.request.get('/api/v1/products')).json();
  return products.toReversed();
}

/** A product of the demo shop whose picture is ready; tests that change one take one each, for all share the shop. */
export async function productAt(page: Page, place: number): Promise<Product> {
  await expect.poll(async () => (await products(page))[place]?.imageState, { timeout: 60_000 }).toBe('ready');
  const product = (await products(page))[place];
  if (!product) throw new Error(`The demo shop has no product ${place}`);
  return product;
}

/** The links of the catalogue's cards. */
export function cards(page: Page): Locator {
  return page.getByRole('link', { name: 'View Product' });
}

/** One line of a cart as the browser stores it: two pieces, unless told otherwise. */
export function cartItem({ _id, title, image, imageWidths, price }: Product, change: object = {}): object {
  return { _id, title, image, imageWidths, price, count: 2, totalAmount: 2 * price, ...change };
}

/** Every change that the page sends to the server from now on. */
export function watchChanges(page: Page): string[] {
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') changes.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return changes;
}

/** A toast that says this. */
export function toast(page: Page, text: string | RegExp): Locator {
  return page.locator('.Toastify__toast').filter({ hasText: text });
}

/** Expects that a field is marked as wrong: with the sentence at its side, a red label and a red border. */
export async function expectWrong(field: Locator, sentence: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(sentence);
  const colors = () =>
    field.evaluate((element: HTMLInputElement) => {
      const [label, box] = [element.labels?.[0], element.parentElement];
      if (!label || !box) throw new Error('A field has a label, and a box around it');
      return [getComputedStyle(label).color, getComputedStyle(box).borderTopColor];
    });
  await expect.poll(async () => (await colors()).map(isRed), 'whether label and border are red').toEqual([true, true]);
}

function isRed(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return red > 1.5 * green && red > 1.5 * blue;
}
