import { beforeAll, describe, expect, test } from 'vitest';
import { addProduct } from '../../../testing/data/catalogue.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';

const shop = await startTestShop();
let admin = '';

beforeAll(async () => {
  admin = (await shop.admin()).token;
});

const list = async (query: Record<string, string | number>) =>
  shop.call(
    'GET',
    `/products?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
  );
const titles = async (query: Record<string, string | number>) =>
  (await list(query)).body.products.map(({ title }: { title: string }) => title);

async function addCategory(categoryName: string): Promise<string> {
  return (await shop.call('POST', '/admin/category', { token: admin, body: { categoryName } })).body.categoryId;
}

/** Adds products in a category of their own, oldest first. @returns the category's id and those of the products */
async function addProducts(categoryName: string, products: { title: string; price?: number; rating?: number }[]) {
  const categoryId = await addCategory(categoryName);
  const ids: string[] = [];
  for (const { title, price = 10, rating = 0 } of products) {
    const id = await addProduct(shop.em(), shop.storage, title);
    await shop
      .em()
      .execute('update product set category_id = ?, price_cents = ?, rating = ? where id = ?', [
        categoryId,
        Math.round(price * 100),
        rating,
        id,
      ]);
    ids.push(id);
  }
  return { categoryId, ids };
}

describe('a page of products', () => {
  test('has nine products, the newest first, with the figures of the whole list', async () => {
    const { categoryId, ids } = await addProducts(
      'Pages',
      Array.from({ length: 11 }, (_, index) => ({ title: `Page ${index}`, price: index + 0.99 })),
    );
    const { status, body } = await list({ category: 'pages' });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'success',
      products: expect.any(Array),
      total: 11,
      page: 1,
      pageCount: 2,
      match: 'exact',
      highestPrice: 10.99,
      category: { _id: categoryId, slug: 'pages', categoryName: 'Pages', productCount: expect.any(Number) },
      facets: [],
    });
    expect(body.products.map(({ _id }: { _id: string }) => _id)).toEqual(ids.toReversed().slice(0, 9));
    const single = await shop.call('GET', `/products/single/${ids[10]}`);
    // The product's own page also has what lists leave out.
    expect({ ...single.body.product, variantCount: 1 }).toMatchObject(body.products[0]);
    expect(await titles({ category: 'pages', page: 2 })).toEqual(['Page 1', 'Page 0']);
    expect(await titles({ category: 'pages', page: 3, perPage: 5 })).toEqual(['Page 0']);
    expect((await list({ category: 'pages', page: 9 })).body).toMatchObject({ products: [], total: 11, pageCount: 2 });
  });

  test('sorts by price and rating, ties newest first', async () => {
    await addProducts('Sorted', [
      { title: 'a', price: 5, rating: 4 },
      { title: 'b', price: 7, rating: 2 },
      { title: 'c', price: 5, rating: 4 },
      { title: 'd', price: 1, rating: 5 },
    ]);
    expect(await titles({ category: 'sorted', sort: 'default' })).toEqual(['d', 'c', 'b', 'a']);
    expect(await titles({ category: 'sorted', sort: 'asc' })).toEqual(['d', 'c', 'a', 'b']);
    expect(await titles({ category: 'sorted', sort: 'desc' })).toEqual(['b', 'c', 'a', 'd']);
    expect(await titles({ category: 'sorted', sort: 'rating' })).toEqual(['d', 'c', 'a', 'b']);
  });

  test('includes both ends of a price range', async () => {
    await addProducts(
      'Priced',
      [19.98, 19.99, 20, 20.01].map((price) => ({ title: String(price), price })),
    );
    expect(await titles({ category: 'priced', minPrice: 19.99, maxPrice: 20 })).toEqual(['20', '19.99']);
    expect(await titles({ category: 'priced', minPrice: 19.991 })).toEqual(['20.01', '20']);
    expect(await titles({ category: 'priced', minPrice: 30, maxPrice: 20 })).toEqual([]);
  });

  test('lists products by id, in the given order, each once', async () => {
    const { ids } = await addProducts('Chosen', [{ title: 'one' }, { title: 'two' }, { title: 'three' }]);
    const [one, two, three] = ids;
    const wanted = [three, one?.toUpperCase(), crypto.randomUUID(), 'rubbish', two, three].join();
    const { body } = await list({ ids: wanted, page: 7, sort: 'asc' });
    expect(body).toMatchObject({ total: 3, page: 1, pageCount: 1, match: 'exact', category: null });
    expect(body.products.map(({ title }: { title: string }) => title)).toEqual(['three', 'one', 'two']);
    expect((await list({ ids: '' })).body).toMatchObject({ products: [], total: 0 });
  });

  test('takes a category by slug, former slug and id', async () => {
    const { categoryId } = await addProducts('Early name', [{ title: 'thing' }]);
    const rename = (categoryName: string) =>
      shop.call('PUT', '/admin/category', { token: admin, body: { id: categoryId, categoryName } });
    await rename('Later name');
    for (const category of ['later-name', 'early-name', categoryId, categoryId.toUpperCase()]) {
      const { body } = await list({ category });
      expect(body.category).toMatchObject({ _id: categoryId, slug: 'later-name', categoryName: 'Later name' });
      expect(body.total).toBe(1);
    }
    const taker = await addCategory('Early name');
    expect((await list({ category: 'early-name' })).body.category._id).toBe(taker);
    await rename('LATER name');
    expect((await list({ category: categoryId })).body.category).toMatchObject({
      slug: 'later-name',
      categoryName: 'LATER name',
    });
  });

  test('responds 404 to an unknown category', async () => {
    for (const category of ['nothing', crypto.randomUUID(), '', '%27']) {
      expect((await list({ category })).status).toBe(404);
    }
  });

  test.each([
    ['search', 'x'.repeat(101), 'search can have at most 100 characters'],
    ['minPrice', '-1', 'minPrice must be a number, 0 or more'],
    ['maxPrice', 'cheap', 'maxPrice must be a number, 0 or more'],
    ['sort', 'best', 'sort must be one of default, asc, desc, rating, saving'],
    ['sort', '', 'sort must be one of default, asc, desc, rating, saving'],
    ['page', '0', 'page must be a whole number from 1 to 9007199254740991'],
    ['page', '1.5', 'page must be a whole number from 1 to 9007199254740991'],
    ['perPage', '101', 'perPage must be a whole number from 1 to 100'],
    ['ids', Array.from({ length: 51 }, () => crypto.randomUUID()).join(), 'ids can list at most 50 products'],
  ])('refuses the %s %j', async (name, value, message) => {
    const { status, body } = await list({ [name]: value });
    expect(status).toBe(422);
    expect(body.fields).toEqual({ [name]: message });
  });

  test('refuses a repeated parameter', async () => {
    const { status, body } = await shop.call('GET', '/products?page=1&page=2');
    expect(status).toBe(422);
    expect(body.fields).toEqual({ page: 'page must be given only once' });
  });

  test('ignores unknown parameters', async () => {
    const all = await shop.call('GET', '/products?utm_source=letter');
    expect(all.body).toEqual((await shop.call('GET', '/products')).body);
    expect((await shop.call('GET', '/products?page=1&utm_source=letter')).status).toBe(200);
  });
});

describe('a search', () => {
  test('finds parts of titles in any case and script, with every character literally', async () => {
    await addProducts('Scripts', [
      { title: 'ΣΊΣΥΦΟΣ Lamp' },
      { title: '100%_\\ cotton' },
      { title: '田中さん Radio' },
      { title: 'ЧАЙНИК' },
      { title: 'two  spaces (v2)' },
    ]);
    const found = (search: string) => titles({ category: 'scripts', search });
    expect(await found('σίσυφος l')).toEqual(['ΣΊΣΥΦΟΣ Lamp']);
    expect(await found('%_\\')).toEqual(['100%_\\ cotton']);
    expect(await found('中さ')).toEqual(['田中さん Radio']);
    expect(await found('чай')).toEqual(['ЧАЙНИК']);
    expect(await found('o  S')).toEqual(['two  spaces (v2)']);
    expect(await found('(v')).toEqual(['two  spaces (v2)']);
    expect(await found('')).toHaveLength(5);
  });

  test('lists near matches if no title contains it, most alike first', async () => {
    await addProducts('Keyboards', [
      { title: 'Mechanical board' },
      { title: 'Wireless Mouse' },
      { title: 'Mechanica' },
    ]);
    const { body } = await list({ category: 'keyboards', search: 'mechanicla' });
    expect(body).toMatchObject({ match: 'similar', total: 2 });
    expect(body.products.map(({ title }: { title: string }) => title)).toEqual(['Mechanica', 'Mechanical board']);
    expect(await titles({ category: 'keyboards', search: 'mechanicla', sort: 'default' })).toEqual([
      'Mechanica',
      'Mechanical board',
    ]);
    expect((await list({ category: 'keyboards', search: 'keybaord mouse' })).body).toMatchObject({ match: 'similar' });
    expect((await list({ category: 'keyboards', search: 'mechanicla', minPrice: 11 })).body.total).toBe(0);
    expect((await list({ category: 'keyboards', search: 'zzzzzz' })).body).toMatchObject({
      match: 'similar',
      products: [],
      total: 0,
      pageCount: 0,
    });
  });

  test('follows each change at once', async () => {
    const { categoryId, ids } = await addProducts('Changing', [{ title: 'before' }]);
    expect(await titles({ category: categoryId, search: 'before' })).toEqual(['before']);
    await shop.em().execute('update product set title = ? where id = ?', ['after', ids[0] ?? '']);
    expect((await list({ category: categoryId, search: 'before' })).body).toMatchObject({ total: 0 });
    expect(await titles({ category: categoryId, search: 'after' })).toEqual(['after']);
    await shop.em().execute('delete from product where id = ?', [ids[0] ?? '']);
    expect((await list({ category: categoryId })).body.total).toBe(0);
  });
});

describe('suggestions', () => {
  test('are at most six products, titles that begin with the search first, and three categories', async () => {
    await addProducts('Quartz watches', [
      { title: 'Blue quartz', rating: 5 },
      { title: 'Antiquartz', rating: 4.5 },
      ...Array.from({ length: 6 }, (_, index) => ({ title: `Quartz ${index}`, rating: index / 2 })),
    ]);
    for (const name of ['Quartz A', 'Quartz B', 'Quartz C']) await addCategory(name);
    const { status, body } = await shop.call('GET', '/products/suggestions?search=QUARTZ');
    expect(status).toBe(200);
    expect(body.suggestions.map(({ title }: { title: string }) => title)).toEqual(
      [5, 4, 3, 2, 1, 0].map((index) => `Quartz ${index}`),
    );
    expect(body.suggestions[0]).toEqual({
      _id: expect.any(String),
      title: 'Quartz 5',
      image: expect.any(String),
      imageWidths: [],
      price: 10,
      priorPrice: null,
      energy: null,
      charger: null,
      energySheet: null,
      categoryName: 'Quartz watches',
    });
    expect(body.categories).toHaveLength(3);
    expect(body.categories[0]).toEqual({
      _id: expect.any(String),
      slug: expect.stringMatching(/^quartz-/),
      categoryName: expect.stringMatching(/^Quartz /),
      productCount: expect.any(Number),
    });
  });

  test('are empty for a blank search, and refuse a long one', async () => {
    for (const path of ['/products/suggestions', '/products/suggestions?search=%20']) {
      expect((await shop.call('GET', path)).body).toEqual({ status: 'success', suggestions: [], categories: [] });
    }
    const { status } = await shop.call('GET', `/products/suggestions?search=${'x'.repeat(101)}`);
    expect(status).toBe(422);
  });
});

describe('the categories', () => {
  test('are listed by name, with the picture of the best rated product', async () => {
    const { categoryId } = await addProducts('Zithers', [
      { title: 'good', rating: 4 },
      { title: 'best', rating: 5 },
      { title: 'new' },
    ]);
    const empty = await addCategory('zz empty');
    const { status, body } = await shop.call('GET', '/categories');
    expect(status).toBe(200);
    const [best] = (await list({ category: categoryId, search: 'best' })).body.products;
    expect(body.categories.slice(-2)).toEqual([
      {
        _id: categoryId,
        slug: 'zithers',
        categoryName: 'Zithers',
        productCount: expect.any(Number),
        image: best.image,
        imageWidths: [],
      },
      { _id: empty, slug: 'zz-empty', categoryName: 'zz empty', productCount: 0, image: '', imageWidths: [] },
    ]);
  });

  test('have different slugs, also when their names differ in punctuation only', async () => {
    await Promise.all(['C', 'C++', 'C#', '!?', '??'].map(addCategory));
    const slugs = (await shop.call('GET', '/categories')).body.categories.map(({ slug }: { slug: string }) => slug);
    expect(slugs.filter((slug: string) => /^c(-\d)?$/.test(slug)).sort()).toEqual(['c', 'c-2', 'c-3']);
    expect(slugs.filter((slug: string) => /^category(-\d)?$/.test(slug)).sort()).toEqual(['category', 'category-2']);
  });
});
