import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { startCatalogueShop } from '../../../../testing/data/catalogue.ts';
import { importedLine } from '../../../../testing/data/imports.ts';
import { priorPrice } from '../../../../testing/prior-price.ts';
import { waitFor } from '../../../../testing/wait.ts';
import { saveImportedProducts } from '../imported/imported-products.service.ts';

const { shop, addCategory, addProduct, editProduct, read, call } = await startCatalogueShop();
let categoryId = '';

beforeEach(async () => {
  categoryId = await addCategory();
});

const DAY = 24 * 60 * 60 * 1000;
/** An instant so many milliseconds from now, by the database's clock, as are sales. */
async function inFuture(milliseconds: number): Promise<string> {
  const query = `select clock_timestamp() + make_interval(secs => ?) as time`;
  const [row] = await shop.em().execute<{ time: string }[]>(query, [milliseconds / 1000]);
  return new Date(row?.time ?? '').toISOString();
}

const add = async (values: object = {}): Promise<string> =>
  (await addProduct(categoryId, { price: 100, ...values })).body.productId;
const shown = async (id: string) => (await call('GET', `/products/single/${id}`)).body.product;
const listed = async (query: string) => (await call('GET', `/products?category=${categoryId}&${query}`)).body;
const titlesOf = async (query: string) => (await listed(query)).products.map(({ title }: { title: string }) => title);
const quoted = async (id: string) => {
  const { body } = await call('POST', '/payment/quote', { currency: 'EUR', items: [{ productId: id, count: 1 }] });
  return body.amount;
};
const history = async (id: string): Promise<number[]> =>
  (await call('GET', `/admin/product/${id}/prices`)).body.prices.map(({ price }: { price: number }) => price);
const untilCharged = (id: string, price: number) =>
  waitFor(`a price of ${price}`, async () => (await quoted(id)) === price);

/** Lets a product have had its prices for longer: its history is made older. */
async function age(id: string, days: number): Promise<void> {
  const em = shop.em();
  await em.execute('alter table price_change disable trigger keep');
  await em.execute('update price_change set begins_at = begins_at - make_interval(days => ?) where product_id = ?', [
    days,
    id,
  ]);
  await em.execute('alter table price_change enable trigger keep');
}

describe('a sale', () => {
  test('begins when it is saved if it has no begin or one in the past', async () => {
    for (const saleFrom of [null, '2020-01-01T00:00:00Z']) {
      const id = await add();
      expect(await shown(id)).toMatchObject({ price: 100, regularPrice: null, priorPrice: null, saleUntil: null });
      const saleUntil = await inFuture(DAY);
      expect((await editProduct(id, { salePrice: 80, saleFrom, saleUntil })).status).toBe(200);
      expect(await shown(id)).toMatchObject({ price: 80, regularPrice: 100, priorPrice: 100, saleUntil });
      expect(await read(id)).toMatchObject({ price: 100, salePrice: 80, isOnSale: true, priorPrice: 100, saleUntil });
      expect(await quoted(id)).toBe(80);
      expect(await history(id)).toEqual([80, 100]);
      const [change] = (await call('GET', `/admin/product/${id}/prices`)).body.prices;
      expect(Math.abs(Date.now() - Date.parse(change.from))).toBeLessThan(60_000);
    }
  });

  test('begins on time without anybody there, in quotes, products, lists and the history', async () => {
    const id = await add({ title: 'Timed' });
    const saleUntil = await inFuture(2 * DAY);
    await editProduct(id, { salePrice: 80, saleFrom: await inFuture(DAY), saleUntil });
    expect(await read(id)).toMatchObject({ salePrice: 80, isOnSale: false, priorPrice: null });
    expect(await quoted(id)).toBe(100);
    const saleFrom = await inFuture(700);
    await editProduct(id, { saleFrom });
    await untilCharged(id, 80);
    expect(await shown(id)).toMatchObject({ price: 80, regularPrice: 100, priorPrice: 100, saleUntil });
    expect((await listed('onSale=true')).products).toMatchObject([{ price: 80, regularPrice: 100, priorPrice: 100 }]);
    expect(await titlesOf('maxPrice=90')).toEqual(['Timed']);
    const { prices } = (await call('GET', `/admin/product/${id}/prices`)).body;
    expect(prices).toMatchObject([{ price: 80, from: saleFrom }, { price: 100 }]);
  });

  test('ends on time without anybody there, in quotes, products, lists and the history', async () => {
    const id = await add();
    await editProduct(id, { salePrice: 80 });
    expect(await quoted(id)).toBe(80);
    const saleUntil = await inFuture(2000);
    await editProduct(id, { saleUntil });
    await untilCharged(id, 100);
    expect(await shown(id)).toMatchObject({ price: 100, regularPrice: null, priorPrice: null, saleUntil: null });
    expect((await listed('onSale=true')).total).toBe(0);
    expect(await titlesOf('maxPrice=90')).toEqual([]);
    const { prices } = (await call('GET', `/admin/product/${id}/prices`)).body;
    expect(prices).toMatchObject([{ price: 100, from: saleUntil }, { price: 80 }, { price: 100 }]);
    // A later edit continues the history.
    await editProduct(id, { price: 110 });
    expect(await history(id)).toEqual([110, 100, 80, 100]);
  });

  test('follows the clock of the database, not that of the API', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 });
    try {
      const id = await add();
      await editProduct(id, { salePrice: 80, saleFrom: await inFuture(DAY) });
      expect(await quoted(id)).toBe(100);
      await editProduct(id, { saleFrom: await inFuture(400) });
      await untilCharged(id, 80);
      expect(await shown(id)).toMatchObject({ price: 80, regularPrice: 100 });
      expect((await listed('onSale=true')).total).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  test('keeps its prior price while it is lowered, and adds to the history', async () => {
    const id = await add();
    await editProduct(id, { salePrice: 80 });
    await editProduct(id, { salePrice: 70 });
    await editProduct(id, { salePrice: 60, saleUntil: await inFuture(DAY) });
    expect(await shown(id)).toMatchObject({ price: 60, regularPrice: 100, priorPrice: 100 });
    expect(await history(id)).toEqual([60, 70, 80, 100]);
  });

  test('ends the offers of the product while it runs, however fast it was saved', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => add()));
    for (const id of ids) await editProduct(id, { salePrice: 80 });
    const ended = await shop.em().execute<{ id: string; isOnSale: boolean }[]>(
      `select product.id, is_on_sale(product, (payload ->> 'endedAt')::timestamptz) as "isOnSale"
       from outbox_event join product on payload -> 'productIds' @> to_jsonb(product.id)
       where name = 'product.offerEnded' and product.category_id = ?`,
      [categoryId],
    );
    expect(ended.map(({ isOnSale }) => isOnSale)).toEqual(ids.map(() => true));
  });

  test('is a new one after it has ended, compared with the price of the one before', async () => {
    const id = await add();
    await editProduct(id, { salePrice: 80 });
    await editProduct(id, { salePrice: null });
    expect(await shown(id)).toMatchObject({ price: 100, priorPrice: null });
    await editProduct(id, { salePrice: 90 });
    // The lowest price of 30 days was 80: nothing to strike, and no saving.
    expect(await shown(id)).toMatchObject({ price: 90, regularPrice: 100, priorPrice: 80 });
    expect(await history(id)).toEqual([90, 100, 80, 100]);
  });

  test('is compared with the lowest price of the 30 days before it', async () => {
    const id = await add({ price: 50 });
    await age(id, 5);
    await editProduct(id, { price: 100 });
    await age(id, 26);
    await editProduct(id, { salePrice: 80 });
    expect((await shown(id)).priorPrice).toBe(50);
    const older = await add({ price: 50 });
    await editProduct(older, { price: 100 });
    await age(older, 31);
    await editProduct(older, { salePrice: 80 });
    expect((await shown(older)).priorPrice).toBe(100);
  });

  test('of a product that is new has nothing to be compared with', async () => {
    const id = await add({ salePrice: 80 });
    expect(await shown(id)).toMatchObject({ price: 80, regularPrice: 100, priorPrice: null });
    expect(await history(id)).toEqual([80]);
  });

  test('that is planned is compared again when the price changes before it begins', async () => {
    const id = await add();
    await editProduct(id, { salePrice: 60, saleFrom: await inFuture(3000) });
    await editProduct(id, { price: 70 });
    await untilCharged(id, 60);
    expect(await shown(id)).toMatchObject({ price: 60, regularPrice: 70, priorPrice: 70 });
  });

  test('keeps running when its begin is set to another past instant, and ends with a begin in the future', async () => {
    const id = await add();
    await editProduct(id, { salePrice: 80 });
    await editProduct(id, { saleFrom: '2020-01-01T00:00:00+01:00' });
    expect(await read(id)).toMatchObject({ saleFrom: '2019-12-31T23:00:00.000Z', isOnSale: true, priorPrice: 100 });
    expect(await history(id)).toEqual([80, 100]);
    await editProduct(id, { saleFrom: await inFuture(DAY) });
    expect(await shown(id)).toMatchObject({ price: 100, regularPrice: null });
    expect(await history(id)).toEqual([100, 80, 100]);
  });

  test('counts for hidden products too, and an edit without changes adds nothing', async () => {
    const id = await add({ isPublished: false });
    await editProduct(id, { salePrice: 80 });
    await editProduct(id, { title: 'Other' });
    await editProduct(id, { salePrice: 80 });
    expect(await history(id)).toEqual([80, 100]);
  });

  test('absent fields keep it', async () => {
    const id = await add({ salePrice: 80, saleUntil: '2200-01-01T00:00:00Z' });
    await editProduct(id, { price: 90 });
    expect(await read(id)).toMatchObject({ price: 90, salePrice: 80, saleUntil: '2200-01-01T00:00:00.000Z' });
  });

  test.each([
    [{ salePrice: 100 }, 'salePrice', 'Sale price must be below the price'],
    [{ salePrice: 100.01 }, 'salePrice', 'Sale price must be below the price'],
    [{ salePrice: 0 }, 'salePrice', 'Sale price must be more than 0'],
    [{ salePrice: '80' }, 'salePrice', expect.any(String)],
    [{ salePrice: 80.001 }, 'salePrice', expect.any(String)],
    [{ salePrice: 80, saleFrom: 'tomorrow' }, 'saleFrom', expect.stringMatching(/^Sale begins must be a date/)],
    [{ saleFrom: '0000-01-01T00:00:00Z' }, 'saleFrom', expect.any(String)],
    [{ saleFrom: '2026-02-01T00:00:00Z', saleUntil: '2026-02-01T00:00:00Z' }, 'saleUntil', expect.any(String)],
    [{ saleFrom: '2026-02-01T01:00:00+01:00', saleUntil: '2026-02-01T00:00:00Z' }, 'saleUntil', expect.any(String)],
  ])('refuses %j', async (sale, field, message) => {
    const added = await addProduct(categoryId, { price: 100, ...sale });
    expect(added).toMatchObject({ status: 422, body: { fields: { [field]: message } } });
    const id = await add();
    expect(await editProduct(id, sale)).toMatchObject({ status: 422, body: { fields: { [field]: message } } });
    expect(await read(id)).toMatchObject({ version: 1, salePrice: null });
  });

  test('stays below the price when only that changes', async () => {
    const id = await add({ salePrice: 80 });
    const response = await editProduct(id, { price: 80 });
    expect(response).toMatchObject({ status: 422, body: { fields: { salePrice: expect.any(String) } } });
    expect(await read(id)).toMatchObject({ price: 100, version: 1 });
  });

  test('stays below the price in a bulk edit, or nothing changes', async () => {
    const ids = [await add(), await add({ title: 'Reduced', salePrice: 80 })];
    const products = ids.map((_id) => ({ _id, version: 1, stockCount: null }));
    const response = await call('POST', '/admin/product/bulk', { products, change: { percent: -20 } });
    expect(response).toMatchObject({ status: 422, body: { fields: { change: expect.stringContaining('Reduced') } } });
    for (const id of ids) expect(await read(id)).toMatchObject({ price: 100, version: 1 });
    expect(await history(ids[0] ?? '')).toEqual([100]);
  });

  test('belongs to those who edit the catalogue', async () => {
    const id = await add();
    const { token } = await shop.newAccount();
    expect((await shop.call('GET', `/admin/product/${id}/prices`)).status).toBe(401);
    expect((await shop.call('GET', `/admin/product/${id}/prices`, { token })).status).toBe(403);
    const unknown = await call('GET', `/admin/product/${crypto.randomUUID()}/prices`);
    expect(unknown).toMatchObject({ status: 404, body: { message: 'Product not found' } });
  });
});

test('PostgreSQL finds the same prior prices as the pure function', async () => {
  const begin = Date.parse('2026-03-01T00:00:00Z');
  const changes = fc.uniqueArray(fc.record({ minute: fc.nat(60 * 24 * 60), cents: fc.integer({ min: 1, max: 99 }) }), {
    selector: ({ minute }) => minute,
    maxLength: 20,
  });
  const cases = fc.sample(fc.record({ changes, saleMinute: fc.nat(60 * 24 * 60) }), 300).map((sample) => {
    const time = (minute: number) => begin + minute * 60_000;
    const history = sample.changes.map(({ minute, cents }) => {
      return { price: cents / 100, from: new Date(time(minute)).toISOString() };
    });
    return { id: crypto.randomUUID(), history, saleBegan: time(sample.saleMinute) };
  });
  const em = shop.em();
  for (const { id, history } of cases) {
    for (const { price, from } of history) {
      await em.execute('insert into price_change values (?, ?, ?)', [id, from, Math.round(price * 100)]);
    }
  }
  for (const { id, history, saleBegan } of cases) {
    const [row] = await em.execute('select prior_price(?, ?) as cents', [id, new Date(saleBegan).toISOString()]);
    const prior = priorPrice(history, saleBegan);
    expect(row?.cents).toBe(prior === null ? null : Math.round(prior * 100));
  }
});

describe('the history of prices', () => {
  test('has every change, whoever makes it', async () => {
    const id = await add();
    await editProduct(id, { price: 90 });
    const products = [{ _id: id, version: 2, stockCount: null }];
    const { bulkEditId } = (await call('POST', '/admin/product/bulk', { products, change: { amount: -10 } })).body;
    await call('POST', `/admin/product/bulk/${bulkEditId}/undo`);
    const line = importedLine({ id, price: 70, salePrice: 60 });
    await shop.em().transactional((em) => saveImportedProducts(em, shop.storage, [line]));
    await shop.em().execute('update product set price_cents = 6500, version = version + 1 where id = ?', [id]);
    expect(await history(id)).toEqual([60, 90, 80, 90, 100]);
    await editProduct(id, { salePrice: null });
    expect(await history(id)).toEqual([65, 60, 90, 80, 90, 100]);
  });

  test('is only added to', async () => {
    const id = await add();
    const em = shop.em();
    for (const statement of ['delete from price_change', 'update price_change set price_cents = 1']) {
      await expect(em.execute(statement)).rejects.toThrow('only added to');
    }
    await call('DELETE', '/admin/product', { id });
    const kept = await em.execute('select price_cents from price_change where product_id = ?', [id]);
    expect(kept).toEqual([{ price_cents: 10_000 }]);
  });

  test('has one entry for each instant, however many admins edit at once', async () => {
    const id = await add();
    await Promise.all([
      ...[99, 98, 97].map((price) => editProduct(id, { price })),
      ...[96, 95, 94].map((salePrice) => editProduct(id, { salePrice })),
    ]);
    const { price, salePrice } = await read(id);
    expect(salePrice).toBeLessThan(price);
    const prices = await history(id);
    expect(prices.at(-1)).toBe(100);
    expect(prices[0]).toBe(salePrice);
    const { version } = await read(id);
    const [price1, sale] = await Promise.all([
      editProduct(id, { version, price: 50 }),
      editProduct(id, { version, salePrice: 80 }),
    ]);
    expect([price1.status, sale.status]).not.toEqual([200, 200]);
    const after = await read(id);
    expect(after.salePrice).toBeLessThan(after.price);
  });
});

describe('lists', () => {
  test('filter, sort and count by what is charged', async () => {
    await add({ title: 'Regular', price: 75 });
    const half = await add({ title: 'Half', price: 100 });
    const tenth = await add({ title: 'Tenth', price: 200 });
    const risen = await add({ title: 'Risen', price: 60 });
    await editProduct(half, { salePrice: 50 });
    await editProduct(tenth, { salePrice: 180 });
    await editProduct(risen, { price: 90 });
    await editProduct(risen, { salePrice: 80 });
    expect(await titlesOf('sort=asc')).toEqual(['Half', 'Regular', 'Risen', 'Tenth']);
    expect(await titlesOf('onSale=true&sort=desc')).toEqual(['Tenth', 'Risen', 'Half']);
    // A sale above the prior price saves nothing.
    expect(await titlesOf('sort=saving')).toEqual(['Half', 'Tenth', 'Risen', 'Regular']);
    expect(await titlesOf('minPrice=100')).toEqual(['Tenth']);
    expect((await call('GET', '/products?onSale=false')).status).toBe(422);
  });

  test('suggestions and families show what is charged', async () => {
    const color = (value: string) => ({ family: { name: 'Phone', options: { Color: value } } });
    const red = await add({ title: 'Zephyr red', ...color('Red') });
    await add({ title: 'Zephyr blue', price: 90, ...color('Blue') });
    await editProduct(red, { salePrice: 70 });
    const { suggestions } = (await call('GET', '/products/suggestions?search=zephyr red')).body;
    expect(suggestions[0]).toMatchObject({ price: 70, priorPrice: 100 });
    const { family } = await shown(red);
    // The cheapest first.
    expect(family.options[0].values).toMatchObject([{ value: 'Red' }, { value: 'Blue' }]);
  });

  test('follow a begin in every process, without any worker', async () => {
    const ids = await Promise.all(Array.from({ length: 3 }, () => add()));
    for (const id of ids) await editProduct(id, { salePrice: 80, saleFrom: await inFuture(DAY) });
    expect((await listed('onSale=true')).total).toBe(0);
    const saleFrom = await inFuture(600);
    for (const id of ids) await editProduct(id, { saleFrom });
    await waitFor('the sale in lists', async () => (await listed('onSale=true')).total === 3);
    expect(await titlesOf('maxPrice=80')).toHaveLength(3);
  });
});
