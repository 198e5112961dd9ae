import { writeFile } from 'node:fs/promises';
import { expect, type Page, type Route, test } from '@playwright/test';
import sharp from 'sharp';
import type { StatisticsView } from '#contract/statistics.ts';

const ADMIN = { email: 'admin@webshop.dev', password: 'the admin’s' };

type Login = { user: { _id: string; username: string; email: string }; token: string };

/** One login for all tests of a worker process: too many at once are refused. */
let adminLogin: Promise<Login> | null = null;

async function logIn(page: Page, credentials: { email: string; password: string }): Promise<Login> {
  const answer = await page.request.post('/api/v1/user/login', { data: credentials });
  if (!answer.ok()) throw new Error(`Could not log in: ${await answer.text()}`);
  return answer.json();
}

function logInAdmin(page: Page): Promise<Login> {
  adminLogin ??= logIn(page, ADMIN);
  return adminLogin;
}

/** Logs the demo admin in, as an earlier visit of this browser would have. */
export async function becomeAdmin(page: Page): Promise<Login> {
  const login = await logInAdmin(page);
  await rememberLogin(page, login);
  return login;
}

/** An account of its own for a test, remembered by the browser. */
export async function becomeUser(page: Page, beforeLogin = async (_email: string) => {}): Promise<Login> {
  const username = `person-${crypto.randomUUID().slice(0, 8)}`;
  const credentials = { email: `${username}@example.com`, password: 'correct horse' };
  const registered = await page.request.post('/api/v1/user/register', { data: { ...credentials, username } });
  expect(registered.ok()).toBe(true);
  await beforeLogin(credentials.email);
  const login = await logIn(page, credentials);
  await rememberLogin(page, login);
  return login;
}

async function rememberLogin(page: Page, { user, token }: Login): Promise<void> {
  await page.addInitScript(
    ([storedUser, storedToken]) => {
      // Only the first page of the visit: a later logout holds.
      if (sessionStorage.getItem('remembered')) return;
      sessionStorage.setItem('remembered', 'yes');
      localStorage.setItem('user', storedUser ?? '');
      localStorage.setItem('token', storedToken ?? '');
    },
    [JSON.stringify(user), token],
  );
}

/** Calls the API as the demo admin, for what a test needs to find. */
export async function adminCall(page: Page, method: string, path: string, data?: unknown) {
  const { token } = await logInAdmin(page);
  const answer = await page.request.fetch(`/api/v1${path}`, { method, data, headers: { Authorization: token } });
  if (!answer.ok()) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return answer.json();
}

/** A picture as somebody might upload it. */
export function picture(color = '#2a6f97', name = 'picture.png') {
  return sharp({ create: { width: 400, height: 300, channels: 3, background: color } })
    .png()
    .toBuffer()
    .then((buffer) => ({ name, mimeType: 'image/png', buffer }));
}

/** A picture that a browser can draw, whatever it is called, and that the shop does not take: a bitmap of one pixel. */
export function bitmap(name: string, mimeType: string) {
  const buffer = Buffer.alloc(58);
  buffer.write('BM');
  buffer.writeUInt32LE(58, 2);
  // Where its pixels begin, the length of its second header, then width, height, planes and bits of a pixel.
  [54, 40, 1, 1].forEach((value, index) => void buffer.writeUInt32LE(value, 10 + 4 * index));
  buffer.writeUInt16LE(1, 26);
  buffer.writeUInt16LE(24, 28);
  return { name, mimeType, buffer };
}

export type TestProduct = { id: string; title: string };

/** `marker` begins its title. */
type NewProduct = { marker?: string; price?: number; file?: Awaited<ReturnType<typeof picture>> };

/** A product of its own for a test, in the first category. */
export async function addProduct(
  page: Page,
  { marker = 'Test', price = 12.5, file }: NewProduct = {},
): Promise<TestProduct> {
  const { token } = await becomeAdmin(page);
  const { allCategories } = await adminCall(page, 'GET', '/admin/category?summary=true');
  const title = `${marker} ${crypto.randomUUID().slice(0, 8)}`;
  const product = { title, description: 'Made for a test', price, categoryId: allCategories[0]._id };
  const answer = await page.request.post('/api/v1/admin/product', {
    headers: { Authorization: token },
    multipart: { product: JSON.stringify(product), file: file ?? (await picture()) },
  });
  if (!answer.ok()) throw new Error(`Could not add a product: ${await answer.text()}`);
  return { id: (await answer.json()).productId, title };
}

/** Every change that the page sends to the server. */
export function watchChanges(page: Page): string[] {
  const changes: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && pathname.startsWith('/api/')) changes.push(`${request.method()} ${pathname}`);
  });
  return changes;
}

/** An answer as a broken proxy gives it: without a sentence of the API. */
export function badGateway(route: Route): Promise<void> {
  return route.fulfill({ status: 502, body: 'Bad gateway' });
}

/** Drags a file from the desktop onto the place with a label, and lets it go there. */
export async function dropFile(page: Page, label: string, file: { name: string; buffer: Buffer }): Promise<void> {
  const path = test.info().outputPath(file.name);
  await writeFile(path, file.buffer);
  const place = page.getByRole('group', { name: label });
  await place.scrollIntoViewIfNeeded();
  const box = await place.boundingBox();
  if (box === null) throw new Error(`"${label}" is not on the page`);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const browser = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await browser.send('Input.dispatchDragEvent', { type, ...at, data });
  }
}

/** What the statistics could answer: thirty days to November 21, with orders only on the days named. */
export function madeUpStatistics(orders: Record<string, { orders: number; revenue: number }>): StatisticsView {
  const ordersByDay = Array.from({ length: 30 }, (_, place) => {
    const day = new Date(Date.UTC(2026, 10, 21) - (29 - place) * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    return { day, orders: 0, revenue: 0, ...orders[day] };
  });
  return {
    usersCount: 1234,
    productsCount: 16_222,
    ordersByDay,
    ordersByState: { pending: 3, paid: 1200, failed: 2, canceled: 1, refunded: 4 },
    commentsWaiting: 7,
    bestRated: [{ productId: crypto.randomUUID(), title: 'Well liked', rating: 4.85, ratings: 20 }],
    bestSelling: [
      { productId: crypto.randomUUID(), title: 'Much bought', sold: 1300, isGone: false },
      { productId: crypto.randomUUID(), title: 'Bought once', sold: 1, isGone: true },
    ],
  };
}
