import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdminProductView } from '#contract/catalogue/catalogue.ts';
import { auditTrail, catalogueEvents, productForm } from '../../../../testing/data/catalogue.ts';
import { drawing, filesIn, listUploads, processLatest } from '../../../../testing/data/pictures.ts';
import { startTestShop } from '../../../../testing/shop/shop.ts';
import { processPicture } from '../../pictures/processing.service.ts';
import { readUpload } from '../../pictures/uploads.ts';

const shop = await startTestShop();
let admin = { token: '', username: '' };
let [audio, video, productId] = ['', '', ''];
let picture: Uint8Array = new Uint8Array();

beforeAll(async () => {
  admin = await shop.admin();
  picture = await drawing(400, 300).jpeg().toBuffer();
  audio = await addCategory('Audio');
  video = await addCategory('Video');
});

beforeEach(async () => {
  productId = await add();
});

async function addCategory(categoryName: string): Promise<string> {
  const { body } = await shop.call('POST', '/admin/category', { token: admin.token, body: { categoryName } });
  return body.categoryId;
}

async function add(): Promise<string> {
  const product = { title: 'Headphones', description: 'Loud and clear', price: 19.99, categoryId: audio };
  const { body } = await shop.call('POST', '/admin/product', {
    token: admin.token,
    form: productForm(product, picture),
  });
  return body.productId;
}

const put = (body: object) =>
  shop.call('PUT', '/admin/product', { token: admin.token, body: { id: productId, ...body } });
const putForm = (product: object, file: Uint8Array | null = picture) =>
  shop.call('PUT', '/admin/product', { token: admin.token, form: productForm({ id: productId, ...product }, file) });
const read = async (id = productId): Promise<AdminProductView> =>
  (await shop.call('GET', `/admin/product/${id}`, { token: admin.token })).body.product;
const trail = async () => (await auditTrail(shop.em(), productId)).slice(1);
const published = () => filesIn(shop.storage, 'uploads');

/** Processes the product's latest picture. @returns the picture's id */
const process = async () => (await processLatest(shop, 'product', productId)).id;

describe('editing a product', () => {
  test('stores the given fields, keeps the absent ones and returns the product', async () => {
    const before = await read();
    const response = await put({ title: ' Loudspeakers ', price: 0 });
    expect(response).toMatchObject({ status: 200, body: { status: 'success', message: 'Product updated' } });
    expect(response.body.product).toEqual({ ...before, title: ' Loudspeakers ', price: 0, version: 2 });
    expect(await read()).toEqual(response.body.product);
    expect(await trail()).toEqual([
      {
        action: 'product.edited',
        actor: admin.username,
        subjectName: 'Headphones',
        changes: { title: { from: 'Headphones', to: ' Loudspeakers ' }, price: { from: 19.99, to: 0 } },
      },
    ]);
  });

  test('accepts every specified field and ignores all others', async () => {
    const before = await read();
    const body = { title: 'T', description: 'D', categoryId: audio, price: 5, image: '../../etc/passwd' };
    const more = {
      rating: 5,
      allRatings: [5],
      imageState: 'ready',
      imageWidths: [1],
      importKey: 'x',
      pendingUpload: 'x',
    };
    const { body: response } = await put({ ...body, ...more, file: { source: '/etc/passwd', format: 'png' } });
    expect(response.product).toEqual({ ...before, title: 'T', description: 'D', price: 5, version: 2 });
  });

  test('writes nothing if nothing changes', async () => {
    const [before, events] = [await read(), await catalogueEvents(shop.em())];
    const { title, description, price } = before;
    for (const body of [{}, { title, description, price, categoryId: audio, version: 1 }]) {
      const response = await put(body);
      expect(response).toMatchObject({ status: 200, body: { status: 'success' } });
      expect(response.body.product).toEqual(before);
    }
    expect(await trail()).toEqual([]);
    expect(await catalogueEvents(shop.em())).toEqual(events);
  });

  test('emits an event for both categories when the product moves', async () => {
    const before = await catalogueEvents(shop.em());
    const { body } = await put({ categoryId: video });
    expect(body.product.categoryId).toEqual({ _id: video, categoryName: 'Video', slug: 'video' });
    expect((await catalogueEvents(shop.em())).slice(before.length)).toEqual([
      { name: 'product.moved', payload: { categoryId: audio } },
      { name: 'product.moved', payload: { categoryId: video } },
      { name: 'product.changed', payload: { change: 'updated', productIds: [productId] } },
    ]);
    expect(await trail()).toMatchObject([{ changes: { category: { from: 'Audio', to: 'Video' } } }]);
  });

  test.each([
    [{ id: undefined }, { id: 'Product is required' }],
    [{ id: 'x' }, { id: 'Product is required' }],
    [{ title: '' }, { title: 'Title is required' }],
    [{ title: ' \n' }, { title: 'Title is required' }],
    [{ title: null }, { title: 'Title is required' }],
    [{ title: 7 }, { title: 'Must be text' }],
    [{ title: 'x'.repeat(201) }, { title: expect.stringContaining('200') }],
    [{ description: '' }, { description: 'Description is required' }],
    [{ description: 'a\u0000' }, { description: expect.any(String) }],
    [{ price: -1 }, { price: 'Price must be positive value' }],
    [{ price: 0.001 }, { price: expect.stringContaining('two decimals') }],
    [{ price: 1_000_000.01 }, { price: expect.any(String) }],
    [{ price: null }, { price: 'Price is required' }],
    [{ price: '5' }, { price: 'Price must be a number, such as 12.50' }],
    [{ categoryId: 'x' }, { categoryId: 'Category is required' }],
    [{ categoryId: null }, { categoryId: 'Category is required' }],
    [{ categoryId: '00000000-0000-7000-8000-000000000000' }, { categoryId: 'Category not found' }],
    [{ version: '1' }, { version: expect.any(String) }],
    [{ version: 1.5 }, { version: expect.any(String) }],
    [{ version: null }, { version: expect.any(String) }],
    [
      { title: '', price: -1 },
      { title: 'Title is required', price: 'Price must be positive value' },
    ],
  ])('rejects %j and changes nothing', async (wrong, fields) => {
    const before = await read();
    const uploads = await listUploads(shop.storage);
    const [first] = Object.values(fields);
    const rejection = { status: 422, body: { code: 'invalid', fields, message: first } };
    expect(await put({ description: 'new', ...wrong })).toMatchObject(rejection);
    expect(await putForm({ description: 'new', ...wrong })).toMatchObject(rejection);
    expect(await read()).toEqual(before);
    expect(await trail()).toEqual([]);
    expect(await listUploads(shop.storage)).toEqual(uploads);
  });

  test('responds 404 for an unknown product', async () => {
    expect(await put({ id: '00000000-0000-7000-8000-000000000000', title: 'new' })).toMatchObject({
      status: 404,
      body: { message: 'Product not found' },
    });
  });

  test.each([['[]'], ['null'], ['{'], ['7']])('rejects %s as a body', async (body) => {
    expect((await shop.call('PUT', '/admin/product', { token: admin.token, body })).status).toBe(400);
  });
});

describe('conflicting edits', () => {
  const conflict = {
    status: 409,
    body: { code: 'editConflict', message: 'Someone saved changes while you were editing.' },
  };

  test('are rejected if they send an outdated version', async () => {
    await put({ title: 'first', version: 1 });
    const response = await put({ title: 'second', description: 'other', version: 1 });
    expect(response).toMatchObject(conflict);
    expect(response.body.product).toEqual(await read());
    expect(response.body.product).toMatchObject({ title: 'first', version: 2 });
    expect(await put({ title: 'second', version: 3 })).toMatchObject(conflict);
    expect(await put({ title: 'second', version: 2 })).toMatchObject({
      status: 200,
      body: { product: { version: 3 } },
    });
  });

  test('overwrite each other if they send no version', async () => {
    await put({ title: 'first' });
    await put({ title: 'second', description: 'other' });
    expect(await read()).toMatchObject({ title: 'second', description: 'other', version: 3 });
  });

  test('store only one of several concurrent edits with a version and return it to the others', async () => {
    const titles = Array.from({ length: 8 }, (_, index) => `title ${index}`);
    const responses = await Promise.all(titles.map((title) => put({ title, version: 1 })));
    const stored = responses.filter(({ status }) => status === 200);
    expect(stored).toHaveLength(1);
    const rejected = responses.filter(({ status }) => status === 409);
    expect(rejected).toHaveLength(7);
    for (const { body } of rejected) expect(body.product).toEqual(stored[0]?.body.product);
    expect(await trail()).toHaveLength(1);
  });

  test('without a version are serialized, and each records what it changed', async () => {
    const titles = Array.from({ length: 8 }, (_, index) => `title ${index}`);
    const responses = await Promise.all(titles.map((title) => put({ title })));
    expect(responses.map(({ body }) => body.product.version).sort()).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    const changes = (await trail()).map((entry) => entry.changes.title);
    expect(changes.map((change) => change?.from)).toEqual(['Headphones', ...changes.slice(0, -1).map((c) => c?.to)]);
  });

  test('that move a product concurrently leave it in one category', async () => {
    const targets = [audio, video, audio, video, audio, video];
    const responses = await Promise.all(targets.map((categoryId) => put({ categoryId })));
    expect(responses.map(({ status }) => status)).toEqual(targets.map(() => 200));
    const moves = (await trail()).map((entry) => entry.changes.category);
    expect(moves.map((move) => move?.from)).toEqual(['Audio', ...moves.slice(0, -1).map((move) => move?.to)]);
  });
});

describe('a new picture', () => {
  test('replaces the old one once it is ready, and the old files are removed', async () => {
    const old = await process();
    const before = await read();
    const { status, body } = await putForm({ title: 'Loudspeakers' }, await drawing(900, 900).png().toBuffer());
    expect(status).toBe(200);
    expect(body.product).toEqual({
      ...before,
      title: 'Loudspeakers',
      version: 2,
      imageState: 'processing',
      images: [{ ...before.images[0], imageState: 'processing' }],
    });
    expect((await fetch(`${shop.url}/uploads/${before.image}`)).status).toBe(200);
    const next = await process();
    expect(await read()).toMatchObject({ image: `${next}.png`, imageState: 'ready', imageWidths: [320, 640] });
    expect((await published()).filter((file) => file.startsWith(old))).toEqual([]);
    expect(await readUpload(shop.storage, next)).toBeNull();
    expect(await trail()).toMatchObject([{ changes: { image: { from: before.image, to: `${next}.png` } } }]);
  });

  test('has its own name from the start if no picture is shown yet', async () => {
    const before = await read();
    const overtaken = before.image.replace('.jpg', '');
    const { body } = await putForm({}, await drawing(50, 50).png().toBuffer());
    expect(body.product).toMatchObject({
      image: expect.stringMatching(/\.png$/),
      imageState: 'processing',
      version: 2,
    });
    expect(await readUpload(shop.storage, overtaken)).toBeNull();
    // The replaced picture's job still runs, and runs first.
    await processPicture(shop.em(), shop.storage, 'product', overtaken);
    await process();
    expect(await read()).toMatchObject({ image: body.product.image, imageState: 'ready', imageWidths: [50] });
    expect((await published()).filter((file) => file.startsWith(overtaken))).toEqual([]);
  });

  test('replaces a broken one', async () => {
    const broken = (await drawing().png().toBuffer()).fill(0, 100, 600);
    await putForm({}, broken);
    expect(await processLatest(shop, 'product', productId)).toMatchObject({ picture: 'failed' });
    expect(await read()).toMatchObject({ imageState: 'failed', imageFailure: expect.stringContaining('broken') });
    const failed = (await read()).image.replace('.png', '');
    await putForm({});
    expect(await read()).toMatchObject({ imageState: 'processing', imageFailure: null });
    expect(await readUpload(shop.storage, failed)).toBeNull();
    await process();
    expect(await read()).toMatchObject({ imageState: 'ready', imageFailure: null });
  });

  test('is optional: without one, or with an empty file, the current picture stays', async () => {
    await process();
    const before = await read();
    await putForm({ title: 'without' }, null);
    await putForm({ title: 'empty' }, new Uint8Array());
    expect(await read()).toEqual({ ...before, title: 'empty', version: 3 });
  });

  test.each([
    ['that is not a picture', () => Buffer.from('<script>'), 415],
    ['that is too large', () => Buffer.concat([picture, Buffer.alloc(10 * 1024 * 1024)]), 413],
  ])('%s is rejected, and nothing changes', async (_what, bytes, status) => {
    const [before, uploads] = [await read(), await listUploads(shop.storage)];
    expect((await putForm({ title: 'new' }, bytes())).status).toBe(status);
    expect(await read()).toEqual(before);
    expect(await listUploads(shop.storage)).toEqual(uploads);
  });

  test('of a conflicting edit is not stored', async () => {
    await put({ title: 'new' });
    const uploads = await listUploads(shop.storage);
    expect((await putForm({ version: 1 })).status).toBe(409);
    expect(await listUploads(shop.storage)).toEqual(uploads);
  });

  test('is the last of many concurrent ones; the others leave no files', async () => {
    await process();
    const before = await listUploads(shop.storage);
    const responses = await Promise.all(Array.from({ length: 5 }, () => putForm({})));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await listUploads(shop.storage)).toHaveLength(before.length + 1);
    const last = await process();
    expect(await read()).toMatchObject({ image: `${last}.jpg`, imageState: 'ready', version: 6 });
  });
});
