import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { IMAGE_BYTES_MAX } from '#contract/catalogue/picture-limits.ts';
import { openDatabase } from '../../backend/core/database/db.ts';
import { AppError } from '../../backend/core/errors.ts';
import { newId } from '../../backend/core/ids.ts';
import { FileStorage } from '../../backend/core/storage/file-storage.ts';
import { entities } from '../../backend/entities.ts';
import { addPictures } from '../../backend/modules/pictures/pictures.service.ts';
import { storeUpload } from '../../backend/modules/pictures/uploads.ts';
import { bombs } from '../../testing/data/bombs.ts';
import { productForm } from '../../testing/data/catalogue.ts';
import { drawing } from '../../testing/data/pictures.ts';
import { withClient } from '../../testing/servers/database.ts';
import { callsOf } from '../../testing/shop/api.ts';
import { waitFor } from '../../testing/wait.ts';
import type { BenchShop } from './bench-shop.ts';
import { idOf, tokenOf } from './fill.ts';
import { COMPRESSED, measure } from './measure.ts';
import { memoryOf, watchChildren } from './memory.ts';
import { printLimits } from './table.ts';

/** Milliseconds until another person's picture is ready, megabytes of a process, and milliseconds of a list. */
const WAIT_MAX = 3000;
const MEMORY_MAX = 350;
const LIST_P95_MAX = 200;

/** Hostile pictures of one person, and those in a folder besides: `BENCH_IMAGES=folder`. */
const HOSTILE = 200;
const FOLDER = process.env.BENCH_IMAGES;
/** Pictures of others meanwhile: half of them avatars, half of products. */
const OTHERS = Number(process.env.BENCH_OTHERS ?? 60);
/** Milliseconds between them. */
const PAUSE = 500;
/** Uploads of the largest size at once. */
const UPLOADS = 50;

/** Measures what hostile and large pictures cost everyone else. @returns the missed limits */
export async function benchPictures(shop: BenchShop): Promise<string[]> {
  return [...(await benchHostilePictures(shop)), ...(await benchLargeUploads(shop))];
}

async function benchHostilePictures(shop: BenchShop): Promise<string[]> {
  const workers = await shop.startWorkers(null);
  const children = watchChildren(workers.pid);
  try {
    const others = await picturesOf(shop);
    // Starts what the first picture starts.
    for (const other of others) await other(0);
    const sent = await sendHostilePictures(shop);
    const waits: number[][] = [[], []];
    for (let turn = 1; turn <= OTHERS; turn += 1) {
      waits[turn % 2]?.push((await others[turn % 2]?.(turn)) ?? 0);
      await sleep(PAUSE);
    }
    const left = await countStates(shop);
    const worker = (await memoryOf(workers.pid))?.peak ?? 0;
    const folder = FOLDER ? ` and those of ${FOLDER}` : '';
    return printLimits(`One person sends ${HOSTILE} hostile pictures${folder}`, [
      ...['a product picture', 'an avatar'].flatMap((what, kind) => [
        { what: `median wait of others for ${what}, ms`, value: median(waits[kind] ?? []) },
        { what: `longest wait of others for ${what}, ms`, value: Math.max(...(waits[kind] ?? [])), most: WAIT_MAX },
      ]),
      { what: "worker's peak memory, MB", value: worker, most: MEMORY_MAX },
      { what: 'peak memory of a process that renders, MB', value: children.peak() },
      { what: 'hostile pictures refused by the API', value: sent.refused },
      ...Object.entries(left).map(([state, value]) => ({ what: `hostile pictures ${state} so far`, value })),
    ]);
  } finally {
    children.stop();
    await workers.stop();
    await withClient(shop.databaseUrl, async (client) => {
      await client.query('delete from picture where uploaded_by = $1', [HOSTILE_PERSON]);
      await client.query('delete from outbox_event where done_at is null');
    });
  }
}

const HOSTILE_PERSON = idOf('user', 1);

/** Adds the pictures of one person as uploads do, past the limits of an account. */
async function sendHostilePictures(shop: BenchShop): Promise<{ refused: number }> {
  const database = await openDatabase({ url: shop.databaseUrl, entities });
  const storage = new FileStorage(shop.dataDir);
  let refused = 0;
  for await (const bytes of hostileFiles()) {
    try {
      const upload = await storeUpload(storage, bytes);
      if (upload === null) throw new Error('A hostile picture is empty');
      await database.em.fork().transactional(async (em) => {
        const owner = { kind: 'product', id: newId() } as const;
        await addPictures(em, [{ owner, upload, uploadedBy: HOSTILE_PERSON }]);
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused += 1;
    }
  }
  await database.close();
  return { refused };
}

async function* hostileFiles(): AsyncGenerator<Uint8Array> {
  const kinds = await bombs();
  for (let count = 0; count < HOSTILE; count += 1) yield kinds[count % kinds.length] as Uint8Array;
  for (const name of FOLDER ? await readdir(FOLDER) : []) yield readFile(join(FOLDER ?? '', name));
}

/** How others upload a product picture and an avatar; each returns the milliseconds until it is ready. */
async function picturesOf({ url }: BenchShop): Promise<((turn: number) => Promise<number>)[]> {
  const call = callsOf(url);
  const picture = new Uint8Array(await drawing(4000, 3000).jpeg().toBuffer());
  const timed = async (upload: () => Promise<() => Promise<boolean>>) => {
    const start = performance.now();
    await waitFor('the picture', await upload(), 120_000);
    return performance.now() - start;
  };
  return [
    () =>
      timed(async () => {
        const product = { title: 'Camera', description: 'Sharp', price: 1, categoryId: idOf('category', 1) };
        const form = productForm(product, picture);
        const { productId } = (await call('POST', '/admin/product', { token: tokenOf('admin'), form })).body;
        return async () => (await call('GET', `/products/single/${productId}`)).body.product.imageState === 'ready';
      }),
    (turn) =>
      timed(async () => {
        const token = tokenOf(2 + turn);
        const form = new FormData();
        form.set('file', new Blob([picture]));
        await call('PUT', '/user/editUser', { token, form });
        return async () => (await call('GET', '/user/getSingleUser', { token })).body.user.avatarState === 'ready';
      }),
  ];
}

function countStates({ databaseUrl }: BenchShop): Promise<Record<string, number>> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ state: string; count: number }>(
      'select state, count(*)::int as count from picture where uploaded_by = $1 group by state order by state',
      [HOSTILE_PERSON],
    );
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  });
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

async function benchLargeUploads(shop: BenchShop): Promise<string[]> {
  const workers = await shop.startWorkers(null);
  try {
    const start = performance.now();
    const uploading = uploadLargePictures(shop);
    const lists = await Promise.all(
      LISTS.map((path) => measure(() => ({ path, headers: COMPRESSED }), { ...shop, ...BROWSING, seconds: uploading })),
    );
    const seconds = (performance.now() - start) / 1000;
    const pids = { API: shop.apiPid, worker: workers.pid };
    const memory = Object.entries(pids).map(async ([process, pid]) => ({
      what: `${process}'s peak memory, MB`,
      value: (await memoryOf(pid))?.peak ?? 0,
      most: MEMORY_MAX,
    }));
    const title = `${UPLOADS} uploads of 10 MB at once, received and processed in ${seconds.toFixed(1)} s`;
    return printLimits(title, [
      ...(await Promise.all(memory)),
      ...LISTS.map((path, index) => ({
        what: `p95 of ${path}, ms`,
        value: lists[index]?.p95 ?? Number.NaN,
        most: LIST_P95_MAX,
      })),
    ]);
  } finally {
    await workers.stop();
  }
}

const LISTS = ['/api/v1/products', '/api/v1/products?sort=asc&page=2'];
/** A few shoppers who look at each list for a moment. */
const BROWSING = { concurrency: 2, pause: 50 };

/** Uploads as many avatars at once, and waits until all are processed. */
async function uploadLargePictures({ url, databaseUrl }: BenchShop): Promise<void> {
  const call = callsOf(url);
  const file = new Blob([await largePicture()]);
  const upload = async (index: number) => {
    const form = new FormData();
    form.set('file', file);
    const { status, body } = await call('PUT', '/user/editUser', { token: tokenOf(101 + index), form });
    if (status !== 200) throw new Error(`An upload failed: ${JSON.stringify(body)}`);
  };
  await Promise.all(Array.from({ length: UPLOADS }, (_, index) => upload(index)));
  // Asking the API for each of them would be a load of its own.
  await withClient(databaseUrl, (client) =>
    waitFor(
      'the avatars',
      async () => {
        const { rowCount } = await client.query(
          `select from picture where owner_kind = 'user' and state = 'waiting' limit 1`,
        );
        return rowCount === 0;
      },
      600_000,
    ),
  );
}

/** A JPEG of 12 megapixels and exactly the largest size. */
async function largePicture(): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const picture = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#777', noise } })
    .jpeg({ quality: 85 })
    .toBuffer();
  const bytes = new Uint8Array(IMAGE_BYTES_MAX);
  bytes.set(picture);
  return bytes;
}
