import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CategoryView } from '#contract/catalogue/catalogue.ts';
import { auditTrail, productForm } from '../../../../testing/data/catalogue.ts';
import { drawing } from '../../../../testing/data/pictures.ts';
import { startTestShop } from '../../../../testing/shop/shop.ts';
import { newId } from '../../../core/ids.ts';
import { refreshProductCount } from './categories.service.ts';

const shop = await startTestShop();
let admin = { token: '', username: '' };
let picture: Uint8Array = new Uint8Array();
let [name, id] = ['', ''];

beforeAll(async () => {
  admin = await shop.admin();
  picture = await drawing(16, 16).png().toBuffer();
});

beforeEach(async () => {
  name = `Category ${newId()}`;
  id = await add(name);
});

const call = (method: string, path: string, body?: unknown) => shop.call(method, path, { token: admin.token, body });
const add = async (categoryName: string): Promise<string> =>
  (await call('POST', '/admin/category', { categoryName })).body.categoryId;
const rename = (categoryName: unknown, category: unknown = id) =>
  call('PUT', '/admin/category', { id: category, categoryName });
const remove = (category = id) => call('DELETE', `/admin/category/${category}`);
const list = async (query = ''): Promise<CategoryView[]> =>
  (await call('GET', `/admin/category${query}`)).body.allCategories;
const nameOf = async (category = id) => (await list()).find(({ _id }) => _id === category)?.categoryName;
const addProduct = (categoryId: string, title = 'Headphones', price = 1) => {
  const form = productForm({ title, description: 'Loud', price, categoryId }, picture);
  return shop.call('POST', '/admin/product', { token: admin.token, form });
};

const taken = {
  status: 409,
  body: { message: 'Category Name exists', error: 'Category Name exists', code: 'conflict' },
};
const occupied = 'You cannot delete this category as it contains products';

test('a name that is taken in a language is refused at its field', async () => {
  const field = 'translations.de.categoryName';
  const refused = await call('POST', '/admin/category', {
    categoryName: `Other ${id}`,
    translations: { de: { categoryName: name.toUpperCase() } },
  });
  expect(refused).toMatchObject({ status: 409, body: { code: 'conflict', fields: { [field]: expect.any(String) } } });
});

describe('the labels of a category', () => {
  const labelsOf = async (category = id) => (await list()).find(({ _id }) => _id === category)?.labels;
  const label = (labels: unknown) => call('PUT', '/admin/category', { id, categoryName: name, labels });

  test('can be given and changed, stay if they are absent, and are in the audit trail', async () => {
    const named = `Screens ${id}`;
    const { categoryId } = (await call('POST', '/admin/category', { categoryName: named, labels: ['energy'] })).body;
    expect(await labelsOf(categoryId)).toEqual(['energy']);
    await label(['energy', 'charger']);
    await rename(`${name} again`);
    expect(await labelsOf()).toEqual(['energy', 'charger']);
    await label([]);
    expect(await labelsOf()).toEqual([]);
    const trail = await auditTrail(shop.em(), id);
    expect(trail.flatMap(({ changes }) => changes.labels ?? [])).toEqual([
      { from: null, to: 'charger, energy' },
      { from: 'charger, energy', to: null },
    ]);
  });

  test.each(['energy', null, ['energy', 'energy'], ['light'], [null]])('can not be %j', async (labels) => {
    const { status, body } = await label(labels);
    const sentence = 'Labels must be a list of energy and charger, each at most once.';
    expect([status, body.message]).toEqual([422, sentence]);
    expect(await labelsOf()).toEqual([]);
  });
});

describe("Google's number of a category", () => {
  const numberOf = async (category = id) => (await list()).find(({ _id }) => _id === category)?.googleCategory;
  const number = (googleCategory: unknown) =>
    call('PUT', '/admin/category', { id, categoryName: name, googleCategory });

  test('can be given, changed and removed, stays if it is absent, and is in the audit trail', async () => {
    const { categoryId } = (await call('POST', '/admin/category', { categoryName: `L ${id}`, googleCategory: 328 }))
      .body;
    expect(await numberOf(categoryId)).toBe(328);
    expect(await numberOf()).toBe(null);
    await number(267);
    await rename(`${name} again`);
    expect(await numberOf()).toBe(267);
    await number(null);
    expect(await numberOf()).toBe(null);
    const trail = await auditTrail(shop.em(), id);
    expect(trail.flatMap(({ changes }) => changes.googleCategory ?? [])).toEqual([
      { from: null, to: 267 },
      { from: 267, to: null },
    ]);
  });

  test.each([0, -1, 1.5, 1_000_000, '328', 'Electronics', []])('can not be %j', async (wrong) => {
    const { status, body } = await number(wrong);
    const sentence = 'Google product category must be a whole number from 1 to 999,999';
    expect([status, body.fields]).toEqual([422, { googleCategory: sentence }]);
    expect(await numberOf()).toBe(null);
  });
});

describe('the list of categories', () => {
  test('can be sorted, searched and paged, with or without products', async () => {
    await rename(`zz 2 ${id}`);
    const [first, third] = [await add(`ZZ 1 ${id}`), await add(`zz 3 ${id}`)];
    await addProduct(first, 'b', 2.5);
    await addProduct(first, 'A', 1);
    await addProduct(third, 'c', 1);
    for (const category of [first, third]) await refreshProductCount(shop.em(), category);
    const ids = (categories: CategoryView[]) => categories.map(({ _id }) => _id);

    expect((await list(`?search=${id}`))[0]).toEqual({
      _id: first,
      translations: {},
      categoryName: `ZZ 1 ${id}`,
      productCount: 2,
      labels: [],
      googleCategory: null,
      products: [
        { _id: expect.any(String), title: 'A', price: 1 },
        { _id: expect.any(String), title: 'b', price: 2.5 },
      ],
    });
    expect(ids(await list(`?search=zz%203%20${id}`))).toEqual([third]);
    for (const shape of ['', '&summary=true', '&page=1']) {
      expect(ids(await list(`?search=${id}${shape}`))).toEqual([first, id, third]);
      expect(ids(await list(`?search=${id}&direction=desc${shape}`))).toEqual([third, id, first]);
      expect(ids(await list(`?search=${id}&sort=products&direction=desc${shape}`))).toEqual([first, third, id]);
    }
    expect((await call('GET', `/admin/category?search=${id}&pageSize=1&page=1`)).body).toEqual({
      status: 'success',
      allCategories: [
        {
          _id: first,
          categoryName: `ZZ 1 ${id}`,
          productCount: 2,
          translations: {},
          labels: [],
          googleCategory: null,
        },
      ],
      total: 3,
    });
    const all = await call('GET', '/admin/category?summary=false');
    expect(all.body.total).toBe(all.body.allCategories.length);
    expect((await call('GET', '/admin/category?summary=yes')).status).toBe(422);
  });
});

test('categories are sorted as in a dictionary, in every list', async () => {
  const own = newId();
  const names = ['Adapters', 'Ältere Geräte', 'Čitači', 'drones', 'Šlemovi', 'Zvučnici'];
  const sorted = names.map((name) => `${name} ${own}`);
  for (const name of sorted.toReversed()) await addProduct(await add(name), name);
  const namesOf = (categories: CategoryView[]) => categories.map(({ categoryName }) => categoryName);
  for (const shape of ['', '&summary=true', '&page=1']) {
    expect(namesOf(await list(`?search=${own}${shape}`))).toEqual(sorted);
    expect(namesOf(await list(`?search=${own}&direction=desc${shape}`))).toEqual(sorted.toReversed());
  }
  const { categories } = (await shop.call('GET', '/categories')).body;
  expect(namesOf(categories).filter((name) => name.endsWith(own))).toEqual(sorted);
  const { body } = await call('GET', `/admin/product?search=${own}&sort=title&direction=asc&page=1`);
  expect(body.products.map(({ title }: { title: string }) => title)).toEqual(sorted);
});

describe('renaming a category', () => {
  test('trims the name and records both names in the audit trail', async () => {
    const next = `Renamed ${newId()}`;
    expect(await rename(`  ${next} `)).toMatchObject({
      status: 200,
      body: { status: 'success', message: 'Category updated' },
    });
    expect(await nameOf()).toBe(next);
    expect(await auditTrail(shop.em(), id)).toEqual([
      {
        action: 'category.added',
        actor: admin.username,
        subjectName: name,
        changes: { name: { from: null, to: name } },
      },
      {
        action: 'category.edited',
        actor: admin.username,
        subjectName: name,
        changes: { name: { from: name, to: next } },
      },
    ]);
  });

  test('can change only the case; the same name changes nothing', async () => {
    expect((await rename(` ${name} `)).status).toBe(200);
    expect(await auditTrail(shop.em(), id)).toHaveLength(1);
    expect((await rename(name.toUpperCase())).status).toBe(200);
    expect(await nameOf()).toBe(name.toUpperCase());
    expect(await auditTrail(shop.em(), id)).toHaveLength(2);
  });

  test('rejects the name of another category, ignoring case', async () => {
    const other = `Ärger ${newId()}`;
    await add(other);
    for (const same of [other, other.toUpperCase(), ` ${other.toLowerCase()} `]) {
      expect(await rename(same)).toMatchObject(taken);
      expect(await call('POST', '/admin/category', { categoryName: same })).toMatchObject(taken);
    }
    expect(await nameOf()).toBe(name);
    expect(await auditTrail(shop.em(), id)).toHaveLength(1);
  });

  test('rejects the name of another category in other letters, spaces and hyphens, also in a race', async () => {
    const own = newId();
    await add(`Slušalice 16GB ${own}`);
    for (const same of [`Slušalice 16GB ${own}`.normalize('NFD'), `slusalice  16 gb ${own}`, `Slušalice-16GB ${own}`]) {
      expect(await call('POST', '/admin/category', { categoryName: same })).toMatchObject(taken);
      expect(await rename(same)).toMatchObject(taken);
    }
    const both = await Promise.all(
      [`Mobile phones ${own}`, `Mobile  phones ${own}`].map((categoryName) =>
        call('POST', '/admin/category', { categoryName }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await rename(name.normalize('NFD').toUpperCase())).status).toBe(200);
  });

  test('gives a name to only one of many concurrent requests', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => add(`Category ${newId()}`)));
    const wanted = `Wanted ${newId()}`;
    const responses = await Promise.all([
      ...ids.map((category) => rename(wanted, category)),
      call('POST', '/admin/category', { categoryName: wanted.toUpperCase() }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const named = (await list()).filter(({ categoryName }) => categoryName.toLowerCase() === wanted.toLowerCase());
    expect(named).toHaveLength(1);
  });

  test('gives names that share a slug a slug each, even when they arrive at once', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => add(`Category ${newId()}`)));
    // The number at the end of this name is not one that makes a slug unique.
    const wanted = `${newId()}-2`;
    const renamed = await Promise.all(ids.map((category, index) => rename(`${wanted}${'!'.repeat(index)}`, category)));
    expect(renamed.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const rows = await shop.em().execute<{ slug: string }[]>('select slug from category where id in (?)', [ids]);
    const numbered = [2, 3, 4, 5].map((number) => `${wanted}-${number}`);
    expect(rows.map(({ slug }) => slug).sort()).toEqual([wanted, ...numbered]);
  });

  test('rejects both renames when two categories swap names concurrently', async () => {
    const otherName = `Category ${newId()}`;
    const other = await add(otherName);
    for (let round = 0; round < 5; round++) {
      const responses = await Promise.all([rename(otherName, id), rename(name, other)]);
      expect(responses.map(({ status }) => status)).toEqual([409, 409]);
    }
  });

  test.each([
    [{ categoryName: '' }, { categoryName: 'Category Name is required!' }],
    [{ categoryName: ' ' }, { categoryName: 'Category Name is required!' }],
    [{ categoryName: undefined }, { categoryName: 'Category Name is required!' }],
    [{ categoryName: 7 }, { categoryName: 'Must be text' }],
    [{ categoryName: 'x'.repeat(101) }, { categoryName: expect.stringContaining('100') }],
    [{ categoryName: 'x\u0000' }, { categoryName: expect.any(String) }],
    [{ id: 'x' }, { id: 'Category is required' }],
    [{ id: undefined }, { id: 'Category is required' }],
  ])('rejects %j', async (wrong, fields) => {
    const response = await call('PUT', '/admin/category', { id, categoryName: 'new', ...wrong });
    expect(response).toMatchObject({ status: 422, body: { fields } });
    expect(await nameOf()).toBe(name);
  });

  test('responds 404 for an unknown category', async () => {
    expect(await rename('new', newId())).toMatchObject({ status: 404, body: { message: 'Category not found' } });
  });
});

describe('deleting a category', () => {
  test('succeeds once if it is empty', async () => {
    const responses = await Promise.all([remove(), remove(), remove()]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect(responses.find(({ status }) => status === 200)?.body).toEqual({
      status: 'success',
      message: 'Category deleted',
    });
    expect(await nameOf()).toBeUndefined();
    expect((await auditTrail(shop.em(), id)).slice(1)).toEqual([
      {
        action: 'category.deleted',
        actor: admin.username,
        subjectName: name,
        changes: { name: { from: name, to: null } },
      },
    ]);
    expect((await addProduct(id)).body.fields).toEqual({ categoryId: 'Category not found' });
  });

  test('is rejected while it has products, even before they are counted', async () => {
    const { productId } = (await addProduct(id)).body;
    expect(await remove()).toMatchObject({
      status: 409,
      body: { code: 'conflict', error: occupied, message: occupied },
    });
    expect(await nameOf()).toBe(name);
    await call('DELETE', `/admin/product/${productId}`);
    expect((await remove()).status).toBe(200);
  });

  test.each(['x', '%00', '..%2f..', newId()])('responds 404 for category %s', async (other) => {
    expect(await remove(other)).toMatchObject({ status: 404, body: { message: 'Category not found' } });
  });

  test('leaves no product without a category when one is added concurrently', async () => {
    for (let round = 0; round < 8; round++) {
      const category = await add(`Category ${newId()}`);
      const [added, removed] = await Promise.all([addProduct(category), remove(category)]);
      expect([`${added.status} ${removed.status}`]).toEqual([added.status === 200 ? '200 409' : '422 200']);
    }
  });

  test('leaves no product without a category when one is moved into it concurrently', async () => {
    const { productId } = (await addProduct(id)).body;
    for (let round = 0; round < 8; round++) {
      const category = await add(`Category ${newId()}`);
      const move = call('PUT', '/admin/product', { id: productId, categoryId: category });
      const [moved, removed] = await Promise.all([move, remove(category)]);
      expect([`${moved.status} ${removed.status}`]).toEqual([moved.status === 200 ? '200 409' : '422 200']);
      const { product } = (await shop.call('GET', `/products/single/${productId}`)).body;
      expect(product.categoryId._id === category).toBe(moved.status === 200);
    }
  });
});
