import { beforeAll, describe, expect, test } from 'vitest';
import { addProduct } from '../../../testing/data/catalogue.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';

const shop = await startTestShop();
let token = '';

beforeAll(async () => {
  token = (await shop.admin()).token;
});

const call = async (method: string, path: string, body?: unknown) =>
  (await shop.call(method, path, { token, body })).body;

type Product = {
  title: string;
  description?: string;
  attributes?: Record<string, unknown>;
  family?: { name: string; options: Record<string, string> };
};

/** Adds products in a category of their own, oldest first. @returns the category's id */
async function add(categoryName: string, products: (string | Product)[], units: Record<string, string> = {}) {
  const { categoryId } = await call('POST', '/admin/category', { categoryName });
  for (const [code, unit] of Object.entries(units)) {
    const type = unit === '' ? 'text' : 'number';
    await call('POST', '/admin/attribute', { categoryId, code, name: code, type, unit, isFilterable: false });
  }
  for (const product of products) {
    const { title, description = 'Plain', ...rest } = typeof product === 'string' ? { title: product } : product;
    const id = await addProduct(shop.em(), shop.storage, title);
    await call('PUT', '/admin/product', { id, description, categoryId, version: 1, ...rest });
  }
  return categoryId as string;
}

async function find(search: string, category?: string): Promise<{ match: string; titles: string[] }> {
  const query = new URLSearchParams({ search, ...(category && { category }) });
  const { match, products } = await call('GET', `/products?${query}`);
  return { match, titles: products.map(({ title }: Product) => title) };
}

const titlesOf = async (search: string, category?: string) => (await find(search, category)).titles;

async function suggest(search: string): Promise<{ titles: string[]; categories: string[] }> {
  const { suggestions, categories } = await call('GET', `/products/suggestions?${new URLSearchParams({ search })}`);
  return {
    titles: suggestions.map(({ title }: Product) => title),
    categories: categories.map(({ categoryName }: { categoryName: string }) => categoryName),
  };
}

describe('white space', () => {
  beforeAll(() => add('Bags', ['Duffel Bag', 'Duffel Bag Stand', 'Duffel\u00a0 Bag Strap']));

  test.each(['duffel bag', 'duffel bag ', '  duffel bag', 'duffel  bag', 'duffel\u00a0bag', 'duffel\t bag\n'])(
    'around and between words makes no difference: %j',
    async (search) => {
      expect(await find(search)).toEqual({
        match: 'exact',
        titles: ['Duffel\u00a0 Bag Strap', 'Duffel Bag Stand', 'Duffel Bag'],
      });
      expect((await suggest(search)).titles).toHaveLength(3);
    },
  );

  test('alone is no search', async () => {
    expect(await find(' \u00a0 ', 'bags')).toMatchObject({ match: 'exact', titles: { length: 3 } });
  });
});

test('composed and decomposed letters are the same', async () => {
  await add('Accents', ['Café table', 'Café chair'.normalize('NFD')]);
  for (const form of ['NFC', 'NFD']) {
    expect(await find('CAFÉ'.normalize(form))).toEqual({
      match: 'exact',
      titles: ['Café chair'.normalize('NFD'), 'Café table'],
    });
  }
});

describe('without a title that contains the search', () => {
  test('letters and digits are words of their own, and measures come first', async () => {
    await add(
      'Notebooks',
      [
        { title: 'Aero 13', attributes: { ram: 16, disk: 1 } },
        { title: 'Aero 14 with 16 hours and 8 GB', attributes: { ram: 8, disk: 2 } },
        { title: 'Aero 15', attributes: { ram: 8, disk: 2 } },
        'GeForce RTX 4070',
        'GeForce RTX 4080',
        'Monitor 165 Hz',
        'Watch 44 mm',
      ],
      { ram: 'GB', disk: 'TB' },
    );
    for (const search of ['16gb', '16 gb', '16-GB']) {
      expect((await titlesOf(search)).slice(0, 2)).toEqual(['Aero 13', 'Aero 14 with 16 hours and 8 GB']);
    }
    expect(await titlesOf('rtx4070')).toEqual(['GeForce RTX 4070']);
    expect((await titlesOf('165hz'))[0]).toBe('Monitor 165 Hz');
    expect((await titlesOf('44mm'))[0]).toBe('Watch 44 mm');
    expect((await titlesOf('1tb'))[0]).toBe('Aero 13');
    expect((await suggest('16gb')).titles[0]).toBe('Aero 13');
  });

  test('hyphens make no difference', async () => {
    await add('Networks', ['Wi-Fi 7 Router', 'Nova 7 phone with Wi-Fi 6', 'WH-1000XM5', 'Core i7-12700K']);
    for (const search of ['wifi 7', 'WiFi7', 'wi fi 7']) expect((await titlesOf(search))[0]).toBe('Wi-Fi 7 Router');
    for (const search of ['wh1000xm5', 'wh 1000 xm5']) expect((await titlesOf(search))[0]).toBe('WH-1000XM5');
    for (const search of ['i7 12700k', 'i712700k', '12700 k'])
      expect((await titlesOf(search))[0]).toBe('Core i7-12700K');
  });

  test('only the last part of a compound may be unfinished', async () => {
    await add('Keys', ['Key 40 fine 7 apples', 'Key 40 f 7 aqua']);
    expect(await titlesOf('40f7a')).toEqual(['Key 40 f 7 aqua']);
  });

  test('all words count, in any order, as beginnings, wherever the product has them', async () => {
    const category = await add(
      'Lámparas',
      [
        { title: 'Alder', description: 'Made of smoked glass.' },
        { title: 'Birch', attributes: { finish: 'Smoked brass' } },
        { title: 'Cedar smoke' },
        { title: 'Dogwood', family: { name: 'Dogwoods', options: { Shade: 'Smoky' } } },
      ],
      { finish: '' },
    );
    const found = await find('smok lampa');
    expect(found.match).toBe('similar');
    expect(found.titles).toHaveLength(4);
    expect(found.titles.slice(0, 2).sort()).toEqual(['Birch', 'Cedar smoke']);
    expect((await titlesOf('glass smoked', category))[0]).toBe('Alder');
    expect((await titlesOf('smoky lampara', category))[0]).toBe('Dogwood');
    await call('PUT', '/admin/category', { id: category, categoryName: 'Torches' });
    expect(await titlesOf('torch smok')).toHaveLength(4);
    expect(await titlesOf('lampa smoked brass', category)).toEqual(['Birch']);
  });

  test('titles come before attributes, and attributes before descriptions', async () => {
    await add(
      'Chargers',
      [
        { title: 'Quick travel plug' },
        { title: 'Lamp A', attributes: { box: 'Lamp, quick travel plug' } },
        { title: 'Lamp B', description: 'Comes without a quick travel plug.' },
      ],
      { box: '' },
    );
    expect(await titlesOf('travel plug quick')).toEqual(['Quick travel plug', 'Lamp A', 'Lamp B']);
  });

  test('a product is found by the name of what it has, also after the name has changed', async () => {
    const { categoryId } = await call('POST', '/admin/category', { categoryName: 'Headsets' });
    const attribute = { name: 'Noise canceling', unit: '', isFilterable: true };
    await call('POST', '/admin/attribute', {
      categoryId,
      code: 'quiet',
      type: 'boolean',
      ...attribute,
    });
    for (const [title, quiet] of [
      ['Plain one', false],
      ['Silent one', true],
    ] as const) {
      const id = await addProduct(shop.em(), shop.storage, title);
      await call('PUT', '/admin/product', { id, categoryId, version: 1, attributes: { quiet } });
    }
    for (const search of ['noise canceling', 'noise cancelling'])
      expect(await titlesOf(search)).toEqual(['Silent one']);
    const { attributes } = await call('GET', `/admin/attribute?categoryId=${categoryId}`);
    await call('PUT', `/admin/attribute/${attributes[0]._id}`, { ...attribute, name: 'Hush mode' });
    expect(await titlesOf('hush mode')).toEqual(['Silent one']);
  });

  test('products with all words come before those with typing errors', async () => {
    await add('Tents', ['Trekker', 'Tent for trekking', 'Trekking dome, a tents classic']);
    const found = await titlesOf('trekking tent');
    expect(found.slice(0, 2)).toEqual(['Tent for trekking', 'Trekking dome, a tents classic']);
    expect(found).toContain('Trekker');
    expect(await titlesOf('treking tnet')).toContain('Tent for trekking');
  });

  test('a new unit is found at once', async () => {
    const category = await add('Ropes', [{ title: 'Hemp', attributes: { length: 37 } }], { length: 'm' });
    const { attributes } = await call('GET', `/admin/attribute?categoryId=${category}`);
    expect((await titlesOf('37m'))[0]).toBe('Hemp');
    const { _id, name, isFilterable, position } = attributes[0];
    await call('PUT', `/admin/attribute/${_id}`, { name, unit: 'feet', isFilterable, position });
    expect((await titlesOf('37feet'))[0]).toBe('Hemp');
  });
});

describe('suggestions', () => {
  test('make no difference between accents, in products and categories', async () => {
    await add('Kućni usisivači', ['Usisivač Đorđe', 'usisivac mini']);
    expect(await suggest('usisivac')).toEqual({
      titles: ['usisivac mini', 'Usisivač Đorđe'],
      categories: ['Kućni usisivači'],
    });
    expect((await suggest('đorđe')).titles).toEqual(['Usisivač Đorđe']);
    expect((await suggest('djorde')).titles).toEqual(['Usisivač Đorđe']);
    expect((await suggest('KUCNI-USIS')).categories).toEqual(['Kućni usisivači']);
  });

  test('come in the order of the list', async () => {
    await add('Straps', ['Leather strap 20 mm', 'Leather strap 22 mm', 'Leather strp']);
    const search = '20mm leather';
    expect((await suggest(search)).titles).toEqual((await titlesOf(search)).slice(0, 6));
    expect((await suggest(search)).titles[0]).toBe('Leather strap 20 mm');
  });
});
