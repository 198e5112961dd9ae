import { pino } from 'pino';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { addProduct } from '../../../testing/data/catalogue.ts';
import { brokenPng, drawing, filesIn, processLatest } from '../../../testing/data/pictures.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';
import { waitFor } from '../../../testing/wait.ts';
import { openQueues } from '../../../workers/queues/queues.ts';

const shop = await startTestShop({ workers: true, redisUrl: null });
/** Whose jobs run only when a test runs them. */
const idle = await startTestShop({ redisUrl: null });

const send = (token: string, file: Uint8Array) => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(file)]), 'me.png');
  return shop.call('PUT', '/user/editUser', { token, form });
};
const avatarState = async (token: string) =>
  (await shop.call('GET', '/user/getSingleUser', { token })).body.user.avatarState;

/** Every picture file. */
async function pictureFiles(): Promise<string[]> {
  const folders = ['pending', 'uploads', 'uploads/users', 'temporary'];
  return (await Promise.all(folders.map((folder) => filesIn(shop.storage, folder)))).flat();
}

test('limits broken pictures to 10 per user and leaves no files of them', async () => {
  const { token } = await shop.newAccount();
  const other = await shop.newAccount();
  const picture = await brokenPng();
  for (let count = 0; count < 10; count++) {
    expect((await send(token, picture)).status).toBe(200);
    await waitFor('the picture to fail', async () => (await avatarState(token)) === 'failed');
  }
  const rejected = await send(token, picture);
  expect(rejected).toMatchObject({
    status: 429,
    body: { code: 'tooMany', message: expect.stringMatching(/^Too many uploads. Try again in \d+ minutes\.$/) },
  });
  expect(Number(rejected.headers.get('Retry-After'))).toBeGreaterThan(3000);
  expect((await send(other.token, picture)).status).toBe(200);

  await shop.untilCalm();
  expect(await avatarState(token)).toBe('failed');
  await waitFor('the files to be gone', async () => (await pictureFiles()).length === 0);
  expect(await shop.em().execute('select name from outbox_event where failure is not null or done_at is null')).toEqual(
    [],
  );
  const queues = await openQueues({ databaseUrl: shop.databaseUrl, redisUrl: null }, pino({ level: 'silent' }));
  try {
    const { avatars } = await queues.counts();
    expect(avatars).toMatchObject({ failed: 0, waiting: 0, completed: 11 });
    const [job] = (await queues.all.find(({ name }) => name === 'avatars')?.getJobs(['completed'])) ?? [];
    expect(job?.returnvalue).toHaveProperty('picture');
  } finally {
    await queues.close();
  }
});

test('counts uploads per user and period', async () => {
  const [one, other] = [await shop.newAccount(), await shop.newAccount()];
  const picture = await drawing(8, 8).png().toBuffer();
  await shop
    .em()
    .execute(
      `insert into upload_count (user_id, owner_kind, uploads, ends_at) values (?, 'user', 20, now() + interval '30 seconds')`,
      [one.userId],
    );
  const rejected = await send(one.token, picture);
  expect(rejected).toMatchObject({ status: 429, body: { message: 'Too many uploads. Try again in 1 minute.' } });
  expect((await send(other.token, picture)).status).toBe(200);
  await shop.em().execute('update upload_count set ends_at = now()');
  expect((await send(one.token, picture)).status).toBe(200);
});

test("a slow avatar doesn't delay product pictures", async () => {
  const { token } = await shop.newAccount();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const put = shop.storage.put.bind(shop.storage);
  const isAvatar = (key: string) => key.startsWith('uploads/users/');
  const publishing = vi.spyOn(shop.storage, 'put').mockImplementation(async (key, content) => {
    if (isAvatar(key)) await released;
    return put(key, content);
  });
  try {
    await send(token, await drawing(8, 8).png().toBuffer());
    await waitFor("the avatar's job to start", () => publishing.mock.calls.some(([key]) => isAvatar(key)));
    const productId = await addProduct(shop.em(), shop.storage);
    await waitFor("the product's picture", async () => {
      const { product } = (await shop.call('GET', `/products/single/${productId}`)).body;
      return product.imageState === 'ready';
    });
    expect(await avatarState(token)).toBe('processing');
  } finally {
    release();
    publishing.mockRestore();
  }
  await waitFor('the avatar', async () => (await avatarState(token)) === 'ready');
});

test.each([
  ['an AVIF', 'avif', 3000, 2001],
  ['a PNG', 'png', 4000, 3001],
  ['a WebP', 'webp', 4000, 3001],
] as const)(
  '%s with too many pixels is left to the queue of demanding pictures, and not tried before',
  async (_, format, width, height) => {
    const { token, userId } = await idle.newAccount();
    const picture = sharp({ create: { width, height, channels: 3, background: '#123' } })[format]({ effort: 1 });
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(await picture.toBuffer())]), 'me');
    expect((await idle.call('PUT', '/user/editUser', { token, form })).status).toBe(200);
    expect(await processLatest(idle, 'user', userId)).toMatchObject({
      picture: 'postponed',
      reason: expect.stringMatching(/ has more than \d+ megapixels$/),
    });
  },
);

test.each([
  ['an AVIF', 'avif', 2000, 2000],
  ['a JPEG', 'jpeg', 8000, 5000],
] as const)('%s that takes little is processed at once', async (_, format, width, height) => {
  const { token, userId } = await idle.newAccount();
  const picture = sharp({ create: { width, height, channels: 3, background: '#123' } })[format]();
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await picture.toBuffer())]), 'me');
  expect((await idle.call('PUT', '/user/editUser', { token, form })).status).toBe(200);
  expect(await processLatest(idle, 'user', userId)).toMatchObject({ picture: 'ready' });
});
