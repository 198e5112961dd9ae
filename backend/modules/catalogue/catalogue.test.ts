import { beforeAll, describe, expect, test } from 'vitest';
import { addProduct, productForm } from '../../../testing/data/catalogue.ts';
import { drawing, filesIn, listUploads } from '../../../testing/data/pictures.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';
import { readUpload } from '../pictures/uploads.ts';
import { lockOffers } from './catalogue.queries.ts';
import { refreshProductCount } from './categories/categories.service.ts';

const shop = await startTestShop();
let admin = '';
let categoryId = '';
let picture: Uint8Array = new Uint8Array();

beforeAll(async () => {
  admin = (await shop.admin()).token;
  categoryId = (await addCategory('Audio')).body.categoryId;
  picture = await drawing().jpeg().toBuffer();
});

const addCategory = (categoryName: unknown, token = admin) =>
  shop.call('POST', '/admin/category', { token, body: { categoryName } });
const add = (product: unknown, file?: Uint8Array | null, fileName?: string) =>
  shop.call('POST', '/admin/product', { token: admin, form: productForm(product, file, fileName) });
const valid = () => ({ title: 'Headphones', description: 'Loud and clear', price: 19.99, categoryId });
const events = () => shop.em().execute<{ name: string; payload: object }[]>('select name, payload from outbox_event');
const waitingUploads = () => listUploads(shop.storage);

async function leftBehind() {
  const temporary = await filesIn(shop.storage, 'temporary');
  return { temporary, uploads: (await waitingUploads()).length, events: (await events()).length };
}

describe('the catalogue', () => {
  test('lists all products, newest first', async () => {
    const ids = [];
    for (const title of ['first', 'second', 'third']) ids.push(await addProduct(shop.em(), shop.storage, title));
    const { status, body } = await shop.call('GET', '/products');
    expect(status).toBe(200);
    expect(body.status).toBe('success');
    expect(body.products.map((product: { _id: string }) => product._id).slice(0, 3)).toEqual(ids.reverse());
    expect(body.products[0]).toEqual({
      _id: ids[0],
      title: 'third',
      description: 'Loud and clear',
      price: 19.99,
      regularPrice: null,
      priorPrice: null,
      saleUntil: null,
      image: expect.stringMatching(/^[0-9a-f-]{36}\.png$/),
      imageState: 'processing',
      imageWidths: [],
      categoryId: {
        _id: expect.any(String),
        categoryName: expect.stringContaining('Category of'),
        slug: expect.stringMatching(/^category-of-/),
      },
      allRatings: [],
      rating: 0,
      attributes: [],
      images: [expect.objectContaining({ imageState: 'processing' })],
      stock: null,
      family: null,
      sku: null,
      brand: null,
      energy: null,
      energySheet: null,
      charger: null,
    });
    const single = await shop.call('GET', `/products/single/${ids[0]}`);
    expect(single.body).toMatchObject({ status: 'success', product: body.products[0], related: [] });
  });

  test('is public, even with an expired session', async () => {
    expect((await shop.call('GET', '/products', { token: 'ended' })).status).toBe(200);
  });

  test.each([
    '00000000-0000-7000-8000-000000000000',
    'x',
    '1',
    "'%20or%201=1",
    '%00',
    '..%2f..%2fetc%2fpasswd',
    '__proto__',
  ])('responds 404 for product %s', async (id) => {
    expect(await shop.call('GET', `/products/single/${id}`)).toMatchObject({
      status: 404,
      body: { message: 'Product not found', code: 'notFound' },
    });
  });

  test('reads the offers of existing products, each once', async () => {
    const id = await addProduct(shop.em(), shop.storage, 'priced');
    const found = await lockOffers(shop.em(), [id, '00000000-0000-7000-8000-000000000000', id]);
    expect(found).toMatchObject([{ id, title: 'priced', priceCents: 1999 }]);
    expect(await lockOffers(shop.em(), [])).toEqual([]);
  });
});

describe('adding a product', () => {
  test('stores it with a picture awaiting processing and emits an event for each', async () => {
    const before = await events();
    const response = await add(
      { ...valid(), rating: 5, allRatings: [5], imageState: 'ready', id: 'x', image: 'x.jpg' },
      picture,
    );
    expect(response).toMatchObject({ status: 200, body: { status: 'success', message: expect.any(String) } });
    const { productId } = response.body;
    const { body } = await shop.call('GET', `/products/single/${productId}`);
    expect(body.product).toMatchObject({
      title: 'Headphones',
      price: 19.99,
      image: expect.stringMatching(/^[0-9a-f-]{36}\.jpg$/),
      imageState: 'processing',
      categoryId: { _id: categoryId, categoryName: 'Audio' },
      allRatings: [],
      rating: 0,
    });
    const emitted = (await events()).slice(before.length);
    const upload = body.product.image.replace('.jpg', '');
    expect(emitted).toEqual([
      { name: 'product.created', payload: { categoryId } },
      { name: 'product.imageUploaded', payload: { pictureId: upload, turn: 1 } },
      { name: 'product.changed', payload: { change: 'created', productIds: [body.product._id] } },
    ]);
    expect(await readUpload(shop.storage, upload)).toEqual(Buffer.from(picture));
    expect((await leftBehind()).temporary).toEqual([]);
  });

  test('stores text exactly as typed', async () => {
    const title = '  <b>"Ünïcödé" \u202e田中 & %s \\\' ; drop table product  ';
    const { body } = await add({ ...valid(), title, price: 0 }, picture);
    expect((await shop.call('GET', `/products/single/${body.productId}`)).body.product).toMatchObject({
      title,
      price: 0,
    });
  });

  test.each([
    [{}, { title: 'Title is required', price: 'Price is required', categoryId: 'Category is required' }],
    [{ title: '  ' }, { title: 'Title is required' }],
    [{ title: 'x\u0000' }, { title: expect.any(String) }],
    [{ title: 'x'.repeat(201) }, { title: expect.stringContaining('200') }],
    [{ description: ' ' }, { description: 'Description is required' }],
    [{ price: -0.01 }, { price: 'Price must be positive value' }],
    [{ price: 0.001 }, { price: expect.stringContaining('two decimals') }],
    [{ price: 1_000_000.01 }, { price: expect.stringContaining('1,000,000') }],
    [{ price: '19.99' }, { price: 'Price must be a number, such as 12.50' }],
    [{ price: null }, { price: 'Price is required' }],
    [{ categoryId: 'x' }, { categoryId: 'Category is required' }],
    [{ categoryId: '00000000-0000-7000-8000-000000000000' }, { categoryId: 'Category not found' }],
  ])('rejects %j and stores nothing', async (wrong, fields) => {
    const before = await leftBehind();
    const product = Object.keys(wrong).length === 0 ? {} : { ...valid(), ...wrong };
    expect(await add(product, picture)).toMatchObject({ status: 422, body: { code: 'invalid', fields } });
    expect(await leftBehind()).toEqual(before);
  });

  test('requires the bytes of a picture', async () => {
    const missing = { status: 422, body: { message: 'Image is required', fields: { file: 'Image is required' } } };
    expect(await add(valid())).toMatchObject(missing);
    expect(await add(valid(), new Uint8Array())).toMatchObject(missing);
    expect(await add({ ...valid(), file: { source: '/etc/passwd', format: 'png' } })).toMatchObject(missing);
    expect(await shop.call('POST', '/admin/product', { token: admin, body: valid() })).toMatchObject(missing);
  });

  test('reports field errors and a missing picture together', async () => {
    const { body } = await add({ ...valid(), title: '' });
    expect(body.fields).toEqual({ title: 'Title is required', file: 'Image is required' });
  });

  test.each([['[]'], ['null'], ['{'], ['"text"'], ['7'], ['']])('rejects %s as the product', async (product) => {
    expect((await add(product, picture)).status).toBe(400);
  });

  test('rejects everyone but admins before reading the body', async () => {
    const { token } = await shop.newAccount();
    const call = (caller?: string) =>
      shop.call('POST', '/admin/product', { token: caller, form: productForm(valid(), new Uint8Array(5_000_000)) });
    const before = await leftBehind();
    expect((await call()).status).toBe(401);
    expect((await call(token)).status).toBe(403);
    expect(await leftBehind()).toEqual(before);
  });
});

describe('categories', () => {
  test('are listed by name with their products', async () => {
    const { body } = await addCategory('  zebra printers ');
    await add({ ...valid(), categoryId: body.categoryId, title: 'b', price: 5 }, picture);
    await add({ ...valid(), categoryId: body.categoryId, title: 'A' }, picture);
    await refreshProductCount(shop.em(), body.categoryId);
    const { allCategories } = (await shop.call('GET', '/admin/category', { token: admin })).body;
    expect(allCategories.at(-1)).toEqual({
      _id: body.categoryId,
      categoryName: 'zebra printers',
      productCount: 2,
      labels: [],
      googleCategory: null,
      translations: {},
      products: [
        { _id: expect.any(String), title: 'A', price: 19.99 },
        { _id: expect.any(String), title: 'b', price: 5 },
      ],
    });
    const names = allCategories.map((category: { categoryName: string }) => category.categoryName.toLowerCase());
    expect(names).toEqual(names.toSorted());
  });

  test('have unique names, ignoring case, even when added concurrently', async () => {
    const responses = await Promise.all(['Phones', 'phones', ' PHONES ', 'pHoNeS'].map((name) => addCategory(name)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const rejected = responses.filter(({ status }) => status === 409);
    expect(rejected.map(({ body }) => body.message)).toEqual(Array(3).fill('Category Name exists'));
  });

  test.each([[undefined], [''], ['  '], [7], [['x']], ['x\u0000'], ['x'.repeat(101)]])(
    'reject %j as a name',
    async (name) => {
      expect(await addCategory(name)).toMatchObject({
        status: 422,
        body: { fields: { categoryName: expect.any(String) } },
      });
    },
  );

  test('are for admins only', async () => {
    const { token } = await shop.newAccount();
    expect((await addCategory('mine', token)).status).toBe(403);
    expect((await shop.call('GET', '/admin/category')).status).toBe(401);
    expect((await shop.call('GET', '/admin/category', { token })).status).toBe(403);
  });

  test('have the right product count after concurrent counts', async () => {
    const { body } = await addCategory('counted');
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        await add({ ...valid(), categoryId: body.categoryId }, picture);
        await refreshProductCount(shop.em(), body.categoryId);
      }),
    );
    const [row] = await shop.em().execute('select product_count from category where id = ?', [body.categoryId]);
    expect(row).toEqual({ product_count: 8 });
    await refreshProductCount(shop.em(), '00000000-0000-7000-8000-000000000000');
  });
});
