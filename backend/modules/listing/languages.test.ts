import { beforeAll, describe, expect, test } from 'vitest';
import { addProduct } from '../../../testing/data/catalogue.ts';
import { getPage } from '../../../testing/data/pages.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';

const shop = await startTestShop({ languages: ['en', 'de', 'sr'] });
let token = '';
let headphones = '';
let cable = '';

const admin = async (method: string, path: string, body: unknown) =>
  (await shop.call(method, path, { token, body })).body;
const read = async (language: string, path: string) =>
  (await shop.call('GET', path, { headers: { 'Accept-Language': language } })).body;
const find = async (language: string, search: string) => {
  const { match, products } = await read(language, `/products?${new URLSearchParams({ search })}`);
  return { match, titles: products.map(({ title }: { title: string }) => title) };
};

beforeAll(async () => {
  token = (await shop.admin()).token;
  const { categoryId } = await admin('POST', '/admin/category', {
    categoryName: 'Headphones',
    translations: { de: { categoryName: 'Kopfhörer' }, sr: { categoryName: 'Slušalice' } },
  });
  for (const [code, type, unit] of [
    ['color', 'text', ''],
    ['battery', 'number', 'hours'],
    ['wireless', 'boolean', ''],
  ] as const) {
    const name = { color: 'Color', battery: 'Battery life', wireless: 'Wireless' }[code];
    await admin('POST', '/admin/attribute', { categoryId, code, name, type, unit, isFilterable: true });
  }
  const add = async (title: string, values: object) => {
    const id = await addProduct(shop.em(), shop.storage, title);
    await admin('PUT', '/admin/product', { id, version: 1, categoryId, ...values });
    return id;
  };
  headphones = await add('Aero Headphones', {
    description: 'Quiet on every train.',
    attributes: { color: 'Black', battery: 30, wireless: true },
    family: { name: 'Aero', options: { Finish: 'Matte' } },
    translations: {
      de: { title: 'Aero Bügelkopfhörer', description: 'Ruhe in jedem Zug.' },
      sr: { title: 'Aero slušalice', description: 'Tišina u svakom vozu.' },
    },
  });
  cable = await add('Spare cable', { description: 'Braided.', attributes: { color: 'Black' } });
  await shop.em().execute(
    `insert into term (language, text, translation) values ('de', 'Color', 'Farbe'), ('de', 'Black', 'Schwarz'),
       ('de', 'hours', 'Stunden'), ('de', 'Finish', 'Oberfläche'), ('de', 'Matte', 'Matt'), ('sr', 'Black', 'Crna')`,
  );
});

describe('the catalogue in a language', () => {
  test('has its own texts, and the default ones where it lacks them', async () => {
    const { product } = await read('de', `/products/single/${headphones}`);
    expect(product).toMatchObject({
      title: 'Aero Bügelkopfhörer',
      description: 'Ruhe in jedem Zug.',
      categoryId: { categoryName: 'Kopfhörer', slug: 'headphones' },
    });
    expect(product.attributes).toEqual([
      { code: 'color', name: 'Farbe', value: 'Black', unit: '', label: 'Schwarz' },
      { code: 'battery', name: 'Battery life', value: 30, unit: 'Stunden', label: '30 Stunden' },
      { code: 'wireless', name: 'Wireless', value: true, unit: '', label: 'Ja' },
    ]);
    expect(product.family.options).toMatchObject([
      { name: 'Finish', label: 'Oberfläche', values: [{ value: 'Matte', label: 'Matt' }] },
    ]);
    const { products } = await read('sr', '/products');
    expect(products.map(({ title }: { title: string }) => title)).toEqual(['Spare cable', 'Aero slušalice']);
  });

  test('keeps the values of facets, and labels them', async () => {
    const { facets, category } = await read('de', '/products?category=headphones');
    expect(category).toMatchObject({ categoryName: 'Kopfhörer', slug: 'headphones' });
    expect(facets[0]).toMatchObject({ code: 'color', name: 'Farbe', values: [{ value: 'Black', label: 'Schwarz' }] });
    expect(facets[1].values).toEqual([{ value: 30, label: '30 Stunden', count: 1 }]);
    expect((await read('de', '/products?category=headphones&attribute.color=Black')).total).toBe(2);
  });

  test('is what the page in the language shows', async () => {
    const page = await getPage(`${shop.url}/de/product/${headphones}`);
    expect(page.title).toMatch(/^Aero Bügelkopfhörer · /);
    expect(page.canonical).toBe(`${shop.url}/de/product/${headphones}`);
    expect(page.body).toContain('Ruhe in jedem Zug.');
    expect(page.structuredData[0]).toMatchObject({ name: 'Aero Bügelkopfhörer', url: page.canonical });
  });

  test('is the default one for whoever speaks none of its languages', async () => {
    expect((await read('fr', `/products/single/${headphones}`)).product.title).toBe('Aero Headphones');
    expect((await read('fr', '/products?category=headphones')).category.categoryName).toBe('Headphones');
  });
});

describe('a search', () => {
  test.each([
    ['de', 'bügelkopfhörer', 'exact', 'Aero Bügelkopfhörer'],
    ['de', 'buegelkopfhoerer', 'similar', 'Aero Bügelkopfhörer'],
    ['de', 'bugelkopfhorer', 'similar', 'Aero Bügelkopfhörer'],
    ['de', 'buegelkopfhorer', 'similar', 'Aero Bügelkopfhörer'],
    ['de', 'kopfhoerer', 'similar', 'Aero Bügelkopfhörer'],
    ['de', 'ruhe zug', 'similar', 'Aero Bügelkopfhörer'],
    ['de', 'spare', 'exact', 'Spare cable'],
    ['sr', 'SLUŠALICE', 'exact', 'Aero slušalice'],
    ['sr', 'slusalice', 'similar', 'Aero slušalice'],
    ['en', 'headphones', 'exact', 'Aero Headphones'],
  ])('in %s for %s finds by the shown texts (%s)', async (language, search, match, title) => {
    const found = await find(language, search);
    expect(found.match).toBe(match);
    expect(found.titles).toContain(title);
  });

  test('finds products by translated words of attributes, options and categories', async () => {
    const titles = async () => (await find('de', 'schwarz')).titles.sort();
    await expect.poll(titles).toEqual(['Aero Bügelkopfhörer', 'Spare cable']);
    expect((await find('de', 'schwarz 30 stunden')).titles[0]).toBe('Aero Bügelkopfhörer');
    expect((await find('de', 'spare schwarz')).titles[0]).toBe('Spare cable');
    expect((await find('de', 'matt')).titles).toContain('Aero Bügelkopfhörer');
    expect((await find('sr', 'crna')).titles).toHaveLength(2);
    expect((await find('en', 'schwarz')).titles).toEqual([]);
  });

  test('suggests in the language', async () => {
    const suggest = async (language: string, search: string) => {
      const { suggestions, categories } = await read(language, `/products/suggestions?search=${search}`);
      return [suggestions.map(({ title }: { title: string }) => title), categories[0]?.categoryName];
    };
    expect(await suggest('de', 'kopfhoer')).toEqual([expect.arrayContaining(['Aero Bügelkopfhörer']), 'Kopfhörer']);
    expect(await suggest('sr', 'slusal')).toEqual([expect.arrayContaining(['Aero slušalice']), 'Slušalice']);
    expect(await suggest('en', 'headph')).toEqual([expect.arrayContaining(['Aero Headphones']), 'Headphones']);
  });

  test('follows changed translations and words', async () => {
    const { product } = await admin('GET', `/admin/product/${cable}`, undefined);
    await admin('PUT', '/admin/product', {
      id: cable,
      version: product.version,
      translations: { de: { title: 'Ersatzkabel' } },
    });
    expect((await find('de', 'ersatzkabel')).match).toBe('exact');
    expect((await find('de', 'spare cable')).match).toBe('similar');
    await shop.em().execute(`update term set translation = 'Dunkel' where language = 'de' and text = 'Black'`);
    await expect.poll(async () => (await find('de', 'dunkel')).titles).toHaveLength(2);
    expect((await find('de', 'schwarz')).titles).toEqual([]);
  });
});

test('a long list is in one language, however it is read', async () => {
  await shop.em().execute(
    `insert into product (id, title, description, price_cents, category_id, translations)
     select gen_random_uuid(), 'Lamp ' || n, '', n, (select id from category limit 1),
       jsonb_build_object('de', jsonb_build_object('title', 'Lampe ' || n)) from generate_series(1, 2500) n`,
  );
  const lists = await Promise.all(['de', 'en', 'de'].map((language) => read(language, '/products')));
  const lamps = (products: { title: string }[], name: string) =>
    products.filter(({ title }) => title.startsWith(`${name} `)).length;
  expect(lists.map(({ products }) => [lamps(products, 'Lamp'), lamps(products, 'Lampe')])).toEqual([
    [0, 2500],
    [2500, 0],
    [0, 2500],
  ]);
});

test('categories are sorted by the shown name', async () => {
  for (const [categoryName, de] of [
    ['Apples', 'Zitronen'],
    ['Zebras', 'Ärmel'],
  ] as const) {
    await admin('POST', '/admin/category', { categoryName, translations: { de: { categoryName: de } } });
  }
  const names = async (language: string) =>
    (await read(language, '/categories')).categories
      .map(({ categoryName }: { categoryName: string }) => categoryName)
      .filter((name: string) => !name.startsWith('Category of'));
  expect(await names('en')).toEqual(['Apples', 'Headphones', 'Zebras']);
  expect(await names('de')).toEqual(['Ärmel', 'Kopfhörer', 'Zitronen']);
});
