import { beforeAll, expect, test } from 'vitest';
import { importFile, importForm } from '../../../testing/data/imports.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';
import { waitFor } from '../../../testing/wait.ts';

const shop = await startTestShop({ workers: true });
let admin = '';

beforeAll(async () => {
  admin = (await shop.admin()).token;
});

const newCategory = () => `Fans ${crypto.randomUUID()}`;
const send = (text: string, name = 'products.csv') => importFile(shop, admin, importForm(text, [], name));
const csv = (rows: (string | number)[][]) => rows.map((cells) => cells.join(',')).join('\n');
const products = async (category: string) => {
  const { body } = await shop.call(
    'GET',
    `/admin/product?search=${encodeURIComponent(category)}&sort=title&direction=asc`,
    {
      token: admin,
    },
  );
  return body.products;
};
const header = ['title', 'description', 'price', 'category'];

test('columns set, keep, change and end sales', async () => {
  const category = newCategory();
  const columns = [...header, 'salePrice', 'saleFrom', 'saleUntil'];
  const rows = (sale: (string | number)[]) => csv([columns, ['Fan', 'Cool', 100, category, ...sale]]);
  expect(await send(rows([80, '2020-01-01T00:00:00Z', '2200-01-01T01:00:00+01:00']))).toMatchObject({ created: 1 });
  const sale = {
    price: 100,
    salePrice: 80,
    saleFrom: '2020-01-01T00:00:00.000Z',
    saleUntil: '2200-01-01T00:00:00.000Z',
    isOnSale: true,
  };
  expect(await products(category)).toMatchObject([sale]);
  expect(await send(rows([80, '2020-01-01T00:00:00Z', '2200-01-01T00:00:00Z']))).toMatchObject({ unchanged: 1 });
  expect(await send(csv([header, ['Fan', 'Cool', 90, category]]))).toMatchObject({ updated: 1 });
  expect(await products(category)).toMatchObject([{ ...sale, price: 90 }]);
  expect(await send(rows(['', '', '']))).toMatchObject({ updated: 1 });
  const none = { price: 100, salePrice: null, saleFrom: null, saleUntil: null, isOnSale: false };
  expect(await products(category)).toMatchObject([none]);
});

test('lines with wrong sales are refused', async () => {
  const category = newCategory();
  const line = (fields: object) =>
    JSON.stringify({ title: 'Fan', description: 'Cool', price: 100, category, ...fields });
  const result = await send(
    [
      line({ title: 'A', salePrice: 100 }),
      line({ title: 'B', salePrice: 0 }),
      line({ title: 'C', salePrice: 80, saleUntil: 'soon' }),
      line({ title: 'D', saleFrom: '2026-02-01T00:00:00Z', saleUntil: '2026-01-01T00:00:00Z' }),
      line({ title: 'E', salePrice: 80 }),
    ].join('\n'),
    'catalogue.jsonl',
  );
  expect(result).toMatchObject({ created: 1, refused: 4 });
  expect(result.refusals).toMatchObject([
    { line: 1, columns: ['salePrice'], reason: 'Sale price must be below the price' },
    { line: 2, columns: ['salePrice'] },
    { line: 3, columns: ['saleUntil'] },
    { line: 4, columns: ['saleUntil'] },
  ]);
  // A price that falls below a sale that the file says nothing about.
  const fallen = await send(csv([header, ['E', 'Cool', 80, category]]));
  expect(fallen).toMatchObject({ refused: 1, refusals: [{ columns: ['salePrice'] }] });
  expect(await products(category)).toMatchObject([{ title: 'E', price: 100, salePrice: 80 }]);
});

test('an import of the export of sales changes nothing', async () => {
  const category = newCategory();
  const columns = [...header, 'salePrice', 'saleFrom', 'saleUntil'];
  await send(csv([columns, ['Fan', 'Cool', 100, category, 79.9, '2026-01-01T00:00:00.123Z', '']]));
  const headers = { authorization: `Bearer ${admin}` };
  const exported = await (await fetch(`${shop.url}/api/v1/admin/product/export`, { headers })).text();
  expect(exported).toContain('79.90,2026-01-01T00:00:00.123Z');
  expect(await send(exported)).toMatchObject({ created: 0, updated: 0, refused: 0 });
});

const LINES = 16_222;
const SALES = 5000;

test('an import during the begin of many sales neither waits for them nor changes them', async () => {
  const category = newCategory();
  const lines = (count: number, price: number) =>
    Array.from({ length: count }, (_, index) =>
      JSON.stringify({ title: `Part ${index}`, description: 'Made of metal', price, category }),
    ).join('\n');
  await send(lines(LINES, 100), 'catalogue.jsonl');
  await shop.em().execute(
    `update product set sale_price_cents = 8000, sale_from = clock_timestamp() + interval '3 s'
     from category where category.id = category_id and category.name = ?
       and split_part(title, ' ', 2)::int < ?`,
    [category, SALES],
  );
  const importing = send(lines(LINES, 120), 'catalogue.jsonl');
  const listed = async (query: string) => {
    const { body } = await shop.call('GET', `/products?search=part&${query}`);
    return body.total;
  };
  await waitFor('the sales in lists', async () => (await listed('onSale=true&maxPrice=80')) === SALES);
  expect(await importing).toMatchObject({ updated: LINES, refused: 0 });
  expect(await listed('onSale=true&maxPrice=80')).toBe(SALES);
  // Whichever came first, each history has what was charged.
  const [wrong] = await shop.em().execute(
    `select count(*)::int as count from product join category on category.id = category_id
     where category.name = ? and sale_price_cents is not null and (select price_cents from (
       select begins_at, price_cents from price_change where product_id = product.id
       union all select begins_at, price_cents from due_price_changes(product, now())
     ) as known order by begins_at desc limit 1) <> 8000`,
    [category],
  );
  expect(wrong?.count).toBe(0);
});
