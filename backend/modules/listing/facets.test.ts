import { beforeAll, describe, expect, test } from 'vitest';
import { attributeText } from '#contract/catalogue/attribute-text.ts';
import type { AttributeType, AttributeValue } from '#contract/catalogue/catalogue.ts';
import type { FacetView, ListedProductView, ListingView } from '#contract/listing/listing.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';
import { newId } from '../../core/ids.ts';
import { createCategory } from '../catalogue/categories/categories.service.ts';

const shop = await startTestShop();

const attributes: { code: string; type: AttributeType; isFilterable: boolean }[] = [
  { code: 'memory', type: 'number', isFilterable: true },
  { code: 'colour', type: 'text', isFilterable: true },
  { code: 'wireless', type: 'boolean', isFilterable: true },
  { code: 'weight', type: 'number', isFilterable: true },
  { code: 'secret', type: 'text', isFilterable: false },
];

type Product = {
  id: string;
  title: string;
  priceCents: number;
  rating: number;
  stock: number | null;
  family: string | null;
  values: Record<string, AttributeValue>;
};

/** Filters by the names of the API's parameters. */
type Filter = Record<string, string | string[]>;

let categoryId = '';
let products: Product[] = [];

/** A generator of numbers from 0 to 1 that is the same in every run: https://en.wikipedia.org/wiki/Lehmer_random_number_generator */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
const random = generator(20_261);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const maybe = (chance: number) => random() < chance;

beforeAll(async () => {
  const em = shop.em();
  categoryId = await createCategory(em, null, 'Facets');
  for (const [position, { code, type, isFilterable }] of attributes.entries()) {
    await em.execute(
      `insert into attribute (id, category_id, code, name, type, unit, is_filterable, position) values (?, ?, ?, ?, ?, '', ?, ?)`,
      [newId(), categoryId, code, code.toUpperCase(), type, isFilterable, position],
    );
  }
  products = Array.from({ length: 400 }, () => {
    const values: Product['values'] = {};
    if (maybe(0.9)) values.memory = pick([8, 16, 32.5]);
    if (maybe(0.8)) values.colour = pick(['Moss', 'Rust', 'Sand', 'Night & day']);
    if (maybe(0.7)) values.wireless = maybe(0.5);
    values.weight = Math.floor(random() * 500);
    values.secret = pick(['a', 'b']);
    return {
      id: newId(),
      title: `${pick(['Radio', 'Speaker', 'Phone'])} ${pick(['One', 'Two'])}`,
      priceCents: Math.floor(random() * 20) * 100,
      rating: Math.floor(random() * 6),
      stock: pick([null, 0, 3]),
      family: maybe(0.5) ? `Family ${Math.floor(random() * 60)}` : null,
      values,
    };
  });
  for (const { id, title, priceCents, rating, stock, family, values } of products) {
    await em.execute(
      `insert into product (id, category_id, title, description, price_cents, rating, stock, family, options, attributes)
       values (?, ?, ?, '', ?, ?, ?, ?, ?, ?)`,
      [
        ...[id, categoryId, title, priceCents, rating, stock, family],
        ...[JSON.stringify({ Number: id }), JSON.stringify(values)],
      ],
    );
  }
});

async function list(filter: Filter): Promise<ListingView> {
  const query = new URLSearchParams({ category: 'facets', perPage: '100' });
  for (const [name, values] of Object.entries(filter)) for (const value of [values].flat()) query.append(name, value);
  const { status, body } = await shop.call('GET', `/products?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** The products that match, one by one. */
function findMatching(filter: Filter): Product[] {
  const number = (name: string) => (filter[name] === undefined ? undefined : Number(filter[name]));
  return products
    .filter(({ title, priceCents, stock, values }) => {
      if (!title.toLowerCase().includes(String(filter.search ?? '').toLowerCase())) return false;
      if (priceCents < (number('minPrice') ?? 0) * 100 || priceCents > (number('maxPrice') ?? 1e6) * 100) return false;
      if (filter.inStock !== undefined && stock === 0) return false;
      return attributes.every(({ code, isFilterable }) => {
        const wanted = filter[`attribute.${code}`];
        const [min, max] = [number(`attribute.${code}.min`), number(`attribute.${code}.max`)];
        if (!isFilterable) return true;
        if (wanted !== undefined && ![wanted].flat().includes(String(values[code]))) return false;
        if (min !== undefined && !(Number(values[code]) >= min)) return false;
        return max === undefined || Number(values[code]) <= max;
      });
    })
    .sort((one, other) => compare(one, other, String(filter.sort)) || (one.id < other.id ? 1 : -1));
}

/** What the page should show. */
function model(filter: Filter): { total: number; shown: Pick<ListedProductView, '_id' | 'variantCount'>[] } {
  const matching = findMatching(filter);
  const units = new Map<string, Product[]>();
  for (const product of matching) {
    const unit = product.family ?? product.id;
    units.set(unit, [...(units.get(unit) ?? []), product]);
  }
  const shown = [...units.values()]
    .map((members) => ({ product: members.find(({ stock }) => stock !== 0) ?? members[0], count: members.length }))
    .sort((one, other) => matching.indexOf(one.product as Product) - matching.indexOf(other.product as Product))
    .map(({ product, count }) => ({ _id: product?.id ?? '', variantCount: count }));
  return { total: shown.length, shown };
}

function compare(one: Product, other: Product, sort: string): number {
  if (sort === 'asc') return one.priceCents - other.priceCents;
  if (sort === 'desc') return other.priceCents - one.priceCents;
  return sort === 'rating' ? other.rating - one.rating : 0;
}

function randomFilter(): Filter {
  const filter: Filter = { sort: pick(['default', 'asc', 'desc', 'rating']) };
  if (maybe(0.3)) filter.search = pick(['radio', 'one', 'R']);
  if (maybe(0.3)) filter.minPrice = String(Math.floor(random() * 10));
  if (maybe(0.3)) filter.maxPrice = String(10 + Math.floor(random() * 10));
  if (maybe(0.3)) filter.inStock = 'true';
  if (maybe(0.4)) filter['attribute.colour'] = maybe(0.5) ? 'Night & day' : ['Moss', 'Rust'];
  if (maybe(0.3)) filter['attribute.memory'] = ['8', '32.5'];
  if (maybe(0.3)) filter['attribute.wireless'] = pick(['true', 'false']);
  if (maybe(0.3)) filter['attribute.weight.min'] = String(Math.floor(random() * 300));
  if (maybe(0.3)) filter['attribute.weight.max'] = String(200 + Math.floor(random() * 300));
  if (maybe(0.2)) filter['attribute.secret'] = 'nobody';
  return filter;
}

/** The filter without those of one attribute. */
function without(filter: Filter, code: string): Filter {
  const own = [`attribute.${code}`, `attribute.${code}.min`, `attribute.${code}.max`];
  return Object.fromEntries(Object.entries(filter).filter(([name]) => !own.includes(name)));
}

/** The values of an attribute that products have under all other filters. */
function valuesOf(filter: Filter, code: string): AttributeValue[] {
  return [...new Set(findMatching(without(filter, code)).flatMap(({ values }) => values[code] ?? []))];
}

function modelFacet(filter: Filter, code: string): FacetView['values'] {
  const others = without(filter, code);
  return valuesOf(filter, code).map((value) => {
    return {
      value,
      label: attributeText({ value, unit: '' }),
      count: model({ ...others, [`attribute.${code}`]: String(value) }).total,
    };
  });
}

const byValue = (one: { value: AttributeValue }, other: { value: AttributeValue }) =>
  String(one.value) < String(other.value) ? -1 : 1;

test('pages, families and facets equal those of a model of every product', async () => {
  for (let round = 0; round < 50; round += 1) {
    const filter = randomFilter();
    const expected = model(filter);
    const { total, products: shown, facets, match } = await list(filter);
    if (match === 'similar') {
      expect(expected.total).toBe(0);
      continue;
    }
    expect(total, JSON.stringify(filter)).toBe(expected.total);
    expect(shown.map(({ _id, variantCount }) => ({ _id, variantCount }))).toEqual(expected.shown.slice(0, 100));
    expect(facets.map(({ code }) => code)).toEqual(['memory', 'colour', 'wireless', 'weight']);
    for (const facet of facets) {
      if (facet.code !== 'weight') {
        const values = modelFacet(filter, facet.code);
        expect(facet.values.toSorted(byValue), JSON.stringify(filter)).toEqual(values.sort(byValue));
      }
      if (facet.type !== 'number') continue;
      const numbers = valuesOf(filter, facet.code).map(Number);
      const range = numbers.length === 0 ? [null, null] : [Math.min(...numbers), Math.max(...numbers)];
      expect([facet.min, facet.max]).toEqual(range);
    }
  }
});

describe('facets', () => {
  test('give counts that choosing the value leads to, also among near matches', async () => {
    const filter = { search: 'raido', 'attribute.colour': 'Moss' };
    const { match, facets } = await list(filter);
    expect(match).toBe('similar');
    const colours = facets.find(({ code }) => code === 'colour');
    expect(colours?.values.length).toBeGreaterThan(2);
    for (const { value, count } of colours?.values ?? []) {
      expect((await list({ ...filter, 'attribute.colour': String(value) })).total).toBe(count);
    }
  });

  test('describe the attribute and keep the types of values', async () => {
    const { facets } = await list({});
    expect(facets[0]).toEqual({
      code: 'memory',
      name: 'MEMORY',
      unit: '',
      type: 'number',
      min: 8,
      max: 32.5,
      values: [8, 16, 32.5].map((value) => ({ value, label: String(value), count: expect.any(Number) })),
    });
    expect(facets[2]?.values.map(({ value }) => value).sort()).toEqual([false, true]);
    // There are too many different weights to choose one by one.
    expect(facets[3]).toMatchObject({ code: 'weight', values: [] });
  });

  test('list the most frequent of many texts and the chosen ones, with their counts', async () => {
    const category = await createCategory(shop.em(), null, 'Barcodes');
    await shop.em().execute(
      `insert into attribute (id, category_id, code, name, type, unit, is_filterable, position)
       values (?, ?, 'ean', 'EAN', 'text', '', true, 0), (?, ?, 'maker', 'Maker', 'text', '', true, 1)`,
      [newId(), category, newId(), category],
    );
    // Each barcode is unique; the maker n has n products.
    await shop.em().execute(
      `insert into product (id, category_id, title, description, price_cents, attributes)
       select gen_random_uuid(), ?, 'Lamp ' || n, '', 100,
         jsonb_build_object('ean', lpad(n::text, 13, '0'), 'maker', 'Maker ' || ceil((sqrt(8 * n + 1) - 1) / 2))
       from generate_series(1, 5000) n`,
      [category],
    );
    const listBy = (query: string) => shop.call('GET', `/products?category=barcodes&perPage=1${query}`);

    const { body } = await listBy('');
    expect(JSON.stringify(body).length).toBeLessThan(10_000);
    const [eans, makers] = body.facets;
    expect(eans).toMatchObject({ hasMore: true });
    expect(eans.values).toHaveLength(30);
    expect(makers.values.slice(0, 2)).toEqual([
      { value: 'Maker 99', label: 'Maker 99', count: 99 },
      { value: 'Maker 98', label: 'Maker 98', count: 98 },
    ]);
    expect(makers.values.at(-1)).toEqual({ value: 'Maker 70', label: 'Maker 70', count: 70 });

    const chosen = '0000000004999';
    const { body: filtered } = await listBy(`&attribute.ean=${chosen}&attribute.maker=Maker%203`);
    expect(filtered.total).toBe(0);
    const { body: own } = await listBy(`&attribute.ean=${chosen}`);
    expect(own.total).toBe(1);
    expect(own.facets[0].values).toHaveLength(31);
    expect(own.facets[0].values).toContainEqual({ value: chosen, label: chosen, count: 1 });
    expect(own.facets[1]).toMatchObject({
      values: [{ value: 'Maker 100', label: 'Maker 100', count: 1 }],
      hasMore: false,
    });
  });

  test('are empty without a category, where attributes are ignored', async () => {
    const { body } = await shop.call('GET', '/products?attribute.colour=Moss&perPage=1');
    const all = await shop.call('GET', '/products?perPage=1');
    expect([body.facets, body.total]).toEqual([[], all.body.total]);
  });

  test('follow a renamed, a hidden and a removed attribute', async () => {
    const em = shop.em();
    await em.execute(`update attribute set name = 'Ram', is_filterable = false where code = 'memory'`);
    expect((await list({ 'attribute.memory': '8' })).total).toBe(model({}).total);
    await em.execute(`update attribute set is_filterable = true where code = 'memory'`);
    expect((await list({})).facets[0]).toMatchObject({ code: 'memory', name: 'Ram' });
    const [removed] = await em.execute<object[]>(`delete from attribute where code = 'memory' returning *`);
    expect((await list({})).facets[0]).toMatchObject({ code: 'colour' });
    const row = Object.entries(removed ?? {});
    await em.execute(
      `insert into attribute (${row.map(([name]) => name).join(', ')}) values (${row.map(() => '?').join(', ')})`,
      row.map(([, value]) => value),
    );
    expect((await list({ 'attribute.memory': '8' })).total).toBe(model({ 'attribute.memory': '8' }).total);
  });
});

describe('attribute filters', () => {
  test.each([
    ['attribute.memory', 'much', 'attribute.memory must be a number'],
    ['attribute.memory', '', 'attribute.memory must be a number'],
    ['attribute.memory.min', '1e3', 'attribute.memory.min must be a number'],
    ['attribute.weight.max', '--1', 'attribute.weight.max must be a number'],
    ['attribute.wireless', 'yes', 'attribute.wireless must be true or false'],
    ['inStock', 'false', 'inStock must be one of true'],
  ])('refuse %s=%s', async (name, value, message) => {
    const { status, body } = await shop.call('GET', `/products?category=facets&${name}=${encodeURIComponent(value)}`);
    expect([status, body.fields]).toEqual([422, { [name]: message }]);
  });

  test('refuse two limits', async () => {
    const query = 'category=facets&attribute.weight.min=1&attribute.weight.min=2';
    const { body } = await shop.call('GET', `/products?${query}`);
    expect(body.fields).toEqual({ 'attribute.weight.min': 'attribute.weight.min must be given only once' });
  });

  test.each(['attribute.unknown=1', 'attribute.secret=x', 'attribute.colour.min=1', 'attribute.__proto__=1'])(
    'ignore %s',
    async (query) => {
      const { body } = await shop.call('GET', `/products?category=facets&${query}`);
      expect(body.total).toBe(model({}).total);
    },
  );

  test('find nothing by a value that no product has', async () => {
    expect((await list({ 'attribute.colour': "Moss' or 1=1" })).total).toBe(0);
  });
});
