import { beforeAll, describe, expect, test } from 'vitest';
import { addProduct } from '../../../testing/data/catalogue.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';
import { newId } from '../../core/ids.ts';

const shop = await startTestShop();
let token = '';

beforeAll(async () => {
  token = (await shop.admin()).token;
});

async function edit(id: string, data: object): Promise<void> {
  const { product } = (await shop.call('GET', `/admin/product/${id}`, { token })).body;
  const { title, description, price, categoryId, version } = product;
  const body = { id, title, description, price, categoryId: categoryId._id, version, ...data };
  expect(await shop.call('PUT', '/admin/product', { token, body })).toMatchObject({ status: 200 });
}

async function add(title: string, data: object): Promise<string> {
  const id = await addProduct(shop.em(), shop.storage, title);
  await edit(id, data);
  return id;
}

async function find(parameters: Record<string, string>) {
  const { body } = await shop.call('GET', `/products?${new URLSearchParams(parameters)}`);
  return { match: body.match, titles: body.products.map(({ title }: { title: string }) => title) };
}

async function suggested(search: string): Promise<string[]> {
  const { body } = await shop.call('GET', `/products/suggestions?${new URLSearchParams({ search })}`);
  return body.suggestions.map(({ title }: { title: string }) => title);
}

describe('a search for an identifier', () => {
  beforeAll(async () => {
    await add('Kettle', { sku: 'KT-1 a', gtin: '4006381333931', mpn: 'ZX 900' });
    await add('Toaster', { sku: 'TO-1', gtin: '4006381333931' });
    await add('Cable for the zx900', { sku: 'CA-1' });
  });

  test.each(['KT-1 a', 'kt1a', ' KT - 1A ', 'kt–1a'])('finds a SKU by %j', async (search) => {
    expect(await find({ search })).toEqual({ match: 'exact', titles: ['Kettle'] });
    expect((await suggested(search))[0]).toBe('Kettle');
  });

  test('finds all products that share a GTIN', async () => {
    const { match, titles } = await find({ search: '4006381-333931' });
    expect([match, titles.toSorted()]).toEqual(['exact', ['Kettle', 'Toaster']]);
  });

  test('shows the product before others whose title contains it', async () => {
    expect(await find({ search: 'zx900' })).toEqual({ match: 'exact', titles: ['Kettle', 'Cable for the zx900'] });
    expect((await suggested('zx900')).slice(0, 2)).toEqual(['Kettle', 'Cable for the zx900']);
  });

  test('does not find it by a part', async () => {
    expect((await find({ search: '40063813339' })).titles).not.toContain('Kettle');
  });

  test('obeys other filters', async () => {
    expect((await find({ search: 'kt-1a', minPrice: '20' })).titles).not.toContain('Kettle');
  });

  test('follows a change', async () => {
    const id = await add('Radio', { sku: 'RA-1' });
    expect(await find({ search: 'ra1' })).toEqual({ match: 'exact', titles: ['Radio'] });
    await edit(id, { sku: 'RA-2' });
    expect(await find({ search: 'ra2' })).toEqual({ match: 'exact', titles: ['Radio'] });
    expect((await find({ search: 'ra1' })).match).toBe('similar');
  });
});

test('a product has the sheet of its energy class in the language of the page', async () => {
  const id = await add('Monitor', { energy: { class: 'E', eprel: '123456' } });
  const addSheet = async (language: string) => {
    const sheet = newId();
    await shop.em().execute(
      `insert into product_document (id, product_id, kind, title, language, bytes)
       values (?, ?, 'energySheet', 'Sheet', ?, 8)`,
      [sheet, id, language],
    );
    return `/uploads/documents/${sheet}.pdf`;
  };
  const shown = async () => (await shop.call('GET', '/products?search=Monitor')).body.products[0];
  expect(await shown()).toMatchObject({ energy: { class: 'E', eprel: '123456' }, energySheet: null });
  await addSheet('fr');
  const english = await addSheet('en');
  await expect.poll(async () => (await shown()).energySheet).toBe(english);
  const { suggestions } = (await shop.call('GET', '/products/suggestions?search=Monitor')).body;
  expect(suggestions[0]).toMatchObject({ energy: { class: 'E' }, charger: null, energySheet: english });
});
