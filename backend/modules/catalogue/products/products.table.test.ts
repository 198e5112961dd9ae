import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AdminProductView } from '#contract/catalogue/catalogue.ts';
import { fieldColumns, productField, productFieldNames } from '#contract/catalogue/product-fields.input.ts';
import { productForm } from '../../../../testing/data/catalogue.ts';
import { drawing } from '../../../../testing/data/pictures.ts';
import { startTestShop } from '../../../../testing/shop/shop.ts';
import { newId } from '../../../core/ids.ts';
import { createCategory } from '../categories/categories.service.ts';

const shop = await startTestShop();
let token = '';
let [audio, video] = ['', ''];

const products = [
  { title: 'beta', price: 3, in: 'Audio', description: 'plain' },
  { title: 'Alpha', price: 1.5, in: 'Video', description: '=cmd|calc' },
  { title: 'gamma, "the" 100%', price: 2, in: 'Audio', description: 'two\nlines' },
  { title: 'Ärger_audio', price: 1_000_000, in: 'Video', description: 'Ünïcödé 田中 \\' },
];

beforeAll(async () => {
  ({ token } = await shop.admin());
  audio = await createCategory(shop.em(), null, 'Audio');
  video = await createCategory(shop.em(), null, 'Video');
  const picture = await drawing(16, 16).png().toBuffer();
  for (const { in: category, ...product } of products) {
    const form = productForm({ ...product, categoryId: category === 'Audio' ? audio : video }, picture);
    expect((await shop.call('POST', '/admin/product', { token, form })).status).toBe(200);
  }
});

const list = (query = '') => shop.call('GET', `/admin/product${query}`, { token });
const titles = (body: { products: AdminProductView[] }) => body.products.map(({ title }) => title);

async function rate(productId: string, stars: number[]) {
  for (const productRate of stars) {
    const rater = await shop.newAccount();
    await shop.call('PATCH', '/products/single', { token: rater.token, body: { productId, productRate } });
    const comment = { author: '', content: 'Nice', productId, productTitle: '' };
    await shop.call('POST', '/comment', { body: comment });
  }
}

const dataNames = productFieldNames.filter((name) => productField(name).section !== undefined);
const noData = Object.fromEntries([...dataNames, 'manufacturer', 'responsible'].map((name) => [name, null]));
const dataColumns = fieldColumns.filter(({ name }) => dataNames.includes(name)).map(({ column }) => column);

describe('the product table', () => {
  test('shows all products, newest first, with the fields only admins see', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'success', total: 4 });
    expect(titles(body)).toEqual(products.map(({ title }) => title).toReversed());
    expect(body.products[3]).toEqual({
      _id: expect.any(String),
      title: 'beta',
      description: 'plain',
      price: 3,
      salePrice: null,
      saleFrom: null,
      saleUntil: null,
      isOnSale: false,
      priorPrice: null,
      image: expect.stringMatching(/\.png$/),
      imageState: 'processing',
      imageWidths: [],
      categoryId: { _id: audio, categoryName: 'Audio', slug: 'audio' },
      allRatings: [],
      translations: {},
      rating: 0,
      attributes: [],
      images: [expect.objectContaining({ imageState: 'processing' })],
      stock: null,
      family: null,
      ...noData,
      taxClass: 'standard',
      documents: [],
      energySheet: null,
      isPublished: true,
      stockCount: null,
      version: 1,
      imageFailure: null,
      commentCount: 0,
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    const single = await shop.call('GET', `/admin/product/${body.products[3]._id}`, { token });
    expect(single.body).toEqual({ status: 'success', product: body.products[3] });
    expect(Math.abs(Date.now() - Date.parse(body.products[3].date))).toBeLessThan(60_000);
  });

  test.each([
    ['title', 'asc', ['Alpha', 'Ärger', 'beta', 'gamma']],
    ['title', 'desc', ['gamma', 'beta', 'Ärger', 'Alpha']],
    ['price', 'asc', ['Alpha', 'gamma', 'beta', 'Ärger']],
    ['price', 'desc', ['Ärger', 'beta', 'gamma', 'Alpha']],
    ['category', 'asc', ['gamma', 'beta', 'Ärger', 'Alpha']],
    ['category', 'desc', ['Ärger', 'Alpha', 'gamma', 'beta']],
    ['added', 'asc', ['beta', 'Alpha', 'gamma', 'Ärger']],
    ['added', 'desc', ['Ärger', 'gamma', 'Alpha', 'beta']],
  ])('sorts by %s, %s; ties are newest first', async (sort, direction, expected) => {
    const { body } = await list(`?sort=${sort}&direction=${direction}`);
    expect(titles(body).map((title) => title.split(/[,_]/)[0])).toEqual(expected);
  });

  test('returns pages and the total', async () => {
    const pages = [];
    for (const page of [1, 2, 3]) pages.push((await list(`?sort=title&direction=asc&pageSize=3&page=${page}`)).body);
    expect(pages.map(titles)).toEqual([['Alpha', 'Ärger_audio', 'beta'], ['gamma, "the" 100%'], []]);
    expect(pages.map(({ total }) => total)).toEqual([4, 4, 4]);
    expect((await list('?sort=title&direction=asc&pageSize=3')).body).toEqual(pages[0]);
  });

  test.each([
    ['ALPHA', ['Alpha']],
    ['ärger', ['Ärger_audio']],
    ['vid', ['Ärger_audio', 'Alpha']],
    ['audio', ['Ärger_audio', 'gamma, "the" 100%', 'beta']],
    ['100%', ['gamma, "the" 100%']],
    ['r_a', ['Ärger_audio']],
    ['%', ['gamma, "the" 100%']],
    ['_', ['Ärger_audio']],
    ["' or 1=1 --", []],
    ['\\', []],
    ['nothing', []],
  ])('searches titles and categories for %j', async (search, expected) => {
    for (const page of ['', '&page=1']) {
      const { status, body } = await list(`?search=${encodeURIComponent(search)}${page}`);
      expect(status).toBe(200);
      expect(titles(body)).toEqual(expected);
      expect(body.total).toBe(expected.length);
    }
  });

  test('can be filtered by category', async () => {
    const { body } = await list(`?categoryId=${video}&page=1&search=a&sort=price&direction=asc`);
    expect(body.total).toBe(2);
    expect(body.products.map(({ price }: AdminProductView) => price)).toEqual([1.5, 1_000_000]);
    expect((await list('?categoryId=00000000-0000-7000-8000-000000000000')).body).toMatchObject({
      products: [],
      total: 0,
    });
  });

  test.each([
    ['sort=password_hash', 'sort'],
    ['sort=price%20desc;--', 'sort'],
    ['direction=up', 'direction'],
    ['page=0', 'page'],
    ['page=x', 'page'],
    ['pageSize=101', 'pageSize'],
    [`search=${'x'.repeat(201)}`, 'search'],
    ['search=%00', 'search'],
    ['categoryId=x', 'categoryId'],
    [`categoryId=${newId()}&categoryId=${newId()}`, 'categoryId'],
  ])('rejects %s', async (query, field) => {
    expect(await list(`?${query}`)).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } });
  });

  test('responds 404 for an unknown product', async () => {
    for (const id of ['x', newId(), '%00', '..%2f']) {
      expect(await shop.call('GET', `/admin/product/${id}`, { token })).toMatchObject({
        status: 404,
        body: { message: 'Product not found' },
      });
    }
  });

  test('counts comments and sorts by the average of the ratings', async () => {
    const before: AdminProductView[] = (await list('?sort=added&direction=asc')).body.products;
    await rate(before[1]?._id ?? '', [4, 5, 4]);
    await rate(before[2]?._id ?? '', [2]);
    const { body } = await list('?sort=rating&page=1');
    expect(body.products.map(({ commentCount }: AdminProductView) => commentCount)).toEqual([3, 1, 0, 0]);
    expect(body.products[0]).toMatchObject({ title: 'Alpha', allRatings: [4, 5, 4], version: 1 });
    expect(parseExport(await exported()).find(({ title }) => title === 'Alpha')).toMatchObject({
      rating: '4.33',
      ratings: '3',
      comments: '3',
    });
  });
});

async function exported(): Promise<string> {
  const response = await fetch(`${shop.url}/api/v1/admin/product/export`, { headers: { Authorization: token } });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="products.csv"');
  return response.text();
}

function parseExport(file: string): Record<string, string>[] {
  return parse(file, { bom: true, columns: true });
}

describe('the product export', () => {
  test('contains all products, newest first', async () => {
    const file = await exported();
    expect(file.split('\r\n')[0]?.replace('\ufeff', '')).toBe(
      `title,description,price,category,salePrice,saleFrom,saleUntil,taxClass,stock,published,${dataColumns.join(',')},family,images,rating,ratings,comments,added,id`,
    );
    const views: AdminProductView[] = (await list()).body.products;
    expect(parseExport(file)).toEqual(
      views.map((view) => ({
        title: view.title,
        description: view.description.replace(/^=/, "'="),
        price: view.price.toFixed(2),
        category: view.categoryId.categoryName,
        salePrice: '',
        saleFrom: '',
        saleUntil: '',
        taxClass: 'standard',
        stock: '',
        published: 'true',
        ...Object.fromEntries(dataColumns.map((column) => [column, ''])),
        family: '',
        images: view.images.map(({ image }) => image).join('|'),
        rating: view.allRatings.length === 0 ? '' : view.rating.toFixed(2),
        ratings: String(view.allRatings.length),
        comments: String(view.commentCount),
        added: view.date,
        id: view._id,
      })),
    );
  });

  test('contains each product once across several batches', async () => {
    await shop.em().execute(
      `insert into product (id, title, description, price_cents, category_id)
       select gen_random_uuid(), 'bulk ' || number, 'd', number, ? from generate_series(1, 1500) as number`,
      [audio],
    );
    const rows = parseExport(await exported());
    expect(rows).toHaveLength(1504);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1504);
    await shop.em().execute("delete from product where title like 'bulk%'");
  });
});

test('products are sorted by stock, those that are not counted after all others', async () => {
  const categoryId = await createCategory(shop.em(), null, 'Lamps');
  const picture = await drawing(16, 16).png().toBuffer();
  for (const stock of [12, null, 0, 3]) {
    const form = productForm({ title: 'Lamp', description: 'Bright', price: 1, categoryId, stock }, picture);
    await shop.call('POST', '/admin/product', { token, form });
  }
  const stocks = async (direction: string) => {
    const { body } = await list(`?sort=stock&direction=${direction}&categoryId=${categoryId}`);
    return body.products.map(({ stockCount }: AdminProductView) => stockCount);
  };
  expect(await stocks('asc')).toEqual([0, 3, 12, null]);
  expect(await stocks('desc')).toEqual([null, 12, 3, 0]);
});
