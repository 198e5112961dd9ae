import { expect, test } from 'vitest';
import { addProduct } from '../../../testing/data/catalogue.ts';
import { type LoggedIn, startTestShop } from '../../../testing/shop/shop.ts';
import { createCategory } from '../catalogue/categories/categories.service.ts';

const shop = await startTestShop();

const read = async (id: string) => (await shop.call('GET', `/products/single/${id}`)).body;
/** Reads a product until the response is kept. */
const readKept = async (id: string) => {
  await read(id);
  return read(id);
};

const set = (id: string, column: string, value: unknown) =>
  shop.em().execute(`update product set ${column} = ? where id = ?`, [value, id]);

test('follows each change that it shows', async () => {
  const id = await addProduct(shop.em(), shop.storage, 'First');
  const [{ categoryId }] = await shop
    .em()
    .execute<[{ categoryId: string }]>(`select category_id as "categoryId" from product where id = ?`, [id]);
  expect((await readKept(id)).product.title).toBe('First');
  await set(id, 'title', 'Second');
  expect((await readKept(id)).product.title).toBe('Second');
  await shop.em().execute(`update category set name = 'Renamed' where id = ?`, [categoryId]);
  expect((await read(id)).product.categoryId.categoryName).toBe('Renamed');
  await shop.em().execute(`update picture set state = 'ready', widths = '{320}' where owner_id = ?`, [id]);
  expect((await read(id)).product).toMatchObject({ imageState: 'ready', imageWidths: [320] });
  await set(id, 'is_published', false);
  expect((await read(id)).message).toBe('Product not found');
  await set(id, 'is_published', true);
  expect((await read(id)).product.title).toBe('Second');
});

test('relates products of the category with equal attributes and about the price', async () => {
  const em = shop.em();
  const categoryId = await createCategory(em, null, 'Related');
  await em.execute(
    `insert into attribute (id, category_id, code, name, type) values (gen_random_uuid(), ?, 'colour', 'Colour', 'text')`,
    [categoryId],
  );
  const add = async (title: string, priceCents: number, columns: Record<string, unknown> = {}) => {
    const id = await addProduct(em, shop.storage, title);
    await set(id, 'category_id', categoryId);
    await set(id, 'price_cents', priceCents);
    for (const [name, value] of Object.entries(columns)) await set(id, name, value);
    return id;
  };
  const colour = (value: string) => ({ attributes: JSON.stringify({ colour: value }) });
  const id = await add('Own', 1000, { ...colour('Moss'), family: 'Own', options: '{"Size": "1"}' });
  await add('Sibling', 1000, { ...colour('Moss'), family: 'Own', options: '{"Size": "2"}' });
  await add('Sold out', 1000, { ...colour('Moss'), stock: 0 });
  await add('Close', 1010);
  const moss = await add('Same color', 9000, colour('Moss'));
  await add('Closer', 1001, { family: 'Other', options: '{"Size": "1"}' });
  await add('Its variant', 1002, { family: 'Other', options: '{"Size": "2"}' });
  const titles = async () => (await readKept(id)).related.map(({ title }: { title: string }) => title);
  expect(await titles()).toEqual(['Same color', 'Closer', 'Close']);
  await set(moss, 'title', 'Same colour');
  expect(await titles()).toEqual(['Same colour', 'Closer', 'Close']);
  await set(moss, 'is_published', false);
  expect(await titles()).toEqual(['Closer', 'Close']);
});

test('follows the variants that join and leave its family', async () => {
  const em = shop.em();
  const categoryId = await createCategory(em, null, 'Family');
  const add = async (size: string) => {
    const id = await addProduct(em, shop.storage, size);
    await set(id, 'category_id', categoryId);
    await em.execute('update product set family = ?, options = ? where id = ?', [
      'F',
      JSON.stringify({ Size: size }),
      id,
    ]);
    return id;
  };
  const id = await add('1');
  const sizes = async () =>
    (await readKept(id)).product.family.options[0].values.map(({ value }: { value: string }) => value);
  expect(await sizes()).toEqual(['1']);
  const second = await add('2');
  expect(await sizes()).toEqual(['1', '2']);
  await set(second, 'stock', 0);
  expect((await read(id)).product.family.options[0].values[1].isSoldOut).toBe(true);
  await em.execute('delete from product where id = ?', [second]);
  expect(await sizes()).toEqual(['1']);
});

test('relates a product that joins the category while the response is kept', async () => {
  const em = shop.em();
  const categoryId = await createCategory(em, null, 'Growing');
  const [id, other] = [await addProduct(em, shop.storage, 'Alone'), await addProduct(em, shop.storage, 'Company')];
  await set(id, 'category_id', categoryId);
  expect((await readKept(id)).related).toEqual([]);
  await set(other, 'category_id', categoryId);
  expect((await read(id)).related).toMatchObject([{ title: 'Company' }]);
});

test('only those who edit the catalogue see an unpublished product', async () => {
  const id = await addProduct(shop.em(), shop.storage, 'Hidden');
  await set(id, 'is_published', false);
  const readAs = (caller?: LoggedIn) => shop.call('GET', `/products/single/${id}`, { token: caller?.token });
  for (const caller of [await shop.admin(), await shop.staff('catalogue')]) {
    const { status, body } = await readAs(caller);
    expect([status, body.product.title, body.related]).toEqual([200, 'Hidden', []]);
  }
  for (const caller of [undefined, await shop.staff('support')]) expect((await readAs(caller)).status).toBe(404);
});

test('is not sent again to a client that has it', async () => {
  const id = await addProduct(shop.em(), shop.storage, 'Known');
  const url = `${shop.url}/api/v1/products/single/${id}`;
  const first = await fetch(url);
  await first.text();
  const headers = { 'If-None-Match': first.headers.get('ETag') ?? '', 'Cache-Control': 'max-age=0' };
  expect((await fetch(url, { headers })).status).toBe(304);
});
