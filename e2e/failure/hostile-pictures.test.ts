import { afterAll, beforeAll, expect, test } from 'vitest';
import { FileStorage } from '../../backend/core/storage/file-storage.ts';
import { avifBomb, gifBomb, jpegBomb, pngBomb } from '../../testing/data/bombs.ts';
import { productForm } from '../../testing/data/catalogue.ts';
import { drawing, filesIn } from '../../testing/data/pictures.ts';
import type { ShopProcess } from '../../testing/processes/process.ts';
import { ADMIN, prepareProcesses } from '../../testing/processes/processes.ts';
import { callsOf, logIn, registerAndLogIn } from '../../testing/shop/api.ts';
import { waitFor } from '../../testing/wait.ts';
import { memoryOf, watchChildren } from '../load/memory.ts';

/** Milliseconds until every picture is settled. */
const DEADLINE = 200_000;
/** Megabytes. A process that has more than the first number is busy with the first picture. */
const DECODING = 300;
const WORKER_MAX = 350;
const RENDERER_MAX = 1200;

const shop = await prepareProcesses(null);
const call = callsOf(shop.url);
const storage = new FileStorage(shop.dataDir);
let workers: ShopProcess;
let admin: string;
let categoryId: string;

beforeAll(async () => {
  [, workers] = await Promise.all([shop.startApi(), shop.startWorkers()]);
  admin = (await logIn(call, ADMIN)).token;
  const body = { categoryName: 'Cameras' };
  categoryId = (await call('POST', '/admin/category', { token: admin, body })).body.categoryId;
});
afterAll(() => shop.close());

/** Adds a product with a picture. @returns the product's id */
async function addProduct(picture: Uint8Array): Promise<string> {
  const product = { title: 'Camera', description: 'Sharp', price: 1, categoryId };
  const { status, body } = await call('POST', '/admin/product', { token: admin, form: productForm(product, picture) });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.productId;
}

const readProduct = async (productId: string) => (await call('GET', `/products/single/${productId}`)).body.product;

/** Waits until a product's picture is ready or has failed. */
function untilSettled(productId: string): Promise<string> {
  const settled = async () => {
    const { imageState } = await readProduct(productId);
    return imageState !== 'processing' && imageState;
  };
  return waitFor('the picture', settled, DEADLINE);
}

test('hostile pictures, and the death of a process that decodes one, cost others little', async () => {
  const bombs: [string, Uint8Array][] = [
    ['ready', pngBomb({ interlaced: true })],
    ['ready', pngBomb({ width: 20_000, height: 2000, depth: 3, interlaced: true })],
    ['ready', gifBomb(200_000)],
    ['failed', await jpegBomb(2000)],
    ['failed', await avifBomb()],
  ];
  const hostile: string[] = [];
  for (const [, bomb] of bombs) hostile.push(await addProduct(bomb));
  const statesNow = () => Promise.all(hostile.map(async (id) => (await readProduct(id)).imageState));

  const children = watchChildren(workers.pid);
  const killed = await waitFor('a process that decodes the first', () => children.find(DECODING), DEADLINE);
  process.kill(killed, 'SIGKILL');

  const { token } = await registerAndLogIn(call, 'ana');
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await drawing(4000, 3000).jpeg().toBuffer())]));
  expect((await call('PUT', '/user/editUser', { token, form })).status).toBe(200);
  const avatarState = async () => (await call('GET', '/user/getSingleUser', { token })).body.user.avatarState;
  await waitFor('the avatar', async () => (await avatarState()) === 'ready', DEADLINE);
  expect(await statesNow()).toContain('processing');

  expect(await Promise.all(hostile.map(untilSettled))).toEqual(bombs.map(([state]) => state));
  children.stop();
  expect((await memoryOf(workers.pid))?.peak ?? 0).toBeLessThan(WORKER_MAX);
  expect(children.peak()).toBeLessThan(RENDERER_MAX);
  // Nothing is left of the killed process, and nothing was published twice.
  const { image, imageWidths } = await readProduct(hostile[0] ?? '');
  const files = (await filesIn(storage, 'uploads')).filter((name) => name.startsWith(image.slice(0, 36)));
  expect(files).toHaveLength(1 + imageWidths.length);
  expect(await filesIn(storage, 'pending')).toEqual([]);
});
