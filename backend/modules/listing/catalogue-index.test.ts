import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RELATED_PRODUCTS } from '#contract/listing.ts';
import { newId } from '../../core/ids.ts';
import { createCatalogueIndex } from './catalogue-index.ts';
import { findRelated } from './related.ts';
import { noFilters, selectProducts } from './select.ts';

const categoryId = newId();

function entries(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    id: newId(),
    categoryId,
    title: `Product ${index}`,
    priceCents: index,
    rating: 0,
    isSoldOut: false,
    family: null,
    attributes: {},
    options: {},
    description: '',
  }));
}

test('a long update lets requests pass, which see all of its changes or none', async () => {
  const index = createCatalogueIndex();
  const [before, after] = [entries(300), entries(2000)];
  await index.update([], before);
  const gone = before.slice(100).map(({ id }) => id);
  const update = { isDone: false };
  const updating = index.update([...gone, ...after.map(({ id }) => id)], after).then(() => {
    update.isDone = true;
  });
  const seen = new Set<string>();
  let turns = 0;
  while (!update.isDone) {
    const { default: newest, asc } = index.orders;
    seen.add(`${newest.length} ${asc.length} ${index.ordered(index.categoryNumber(categoryId), 'desc').length}`);
    turns += 1;
    await nextTurn();
  }
  await updating;
  expect(turns).toBeGreaterThan(10);
  expect([...seen]).toEqual(['300 300 300']);
  expect(index.orders.desc).toHaveLength(2100);
  expect(index.ordered(index.categoryNumber(categoryId), 'desc')).toHaveLength(2100);
});

test('finds products by their words after many others were removed', async () => {
  const index = createCatalogueIndex();
  const products = entries(4000).map((entry, number) => ({
    ...entry,
    description: `Model ${100_000 + number} of ${number % 2 === 0 ? 'oak' : 'beech'}`,
  }));
  await index.update([], products);
  const titles = (search: string) => {
    const { slots } = selectProducts(index, { ...noFilters, search });
    return Array.from(slots, index.rows.title);
  };
  expect(titles('103999 beech')).toEqual(['product 3999']);
  const gone = products.filter((_, number) => number % 4 !== 3).map(({ id }) => id);
  await index.update(gone, []);
  expect(index.rows.size).toBe(1000);
  expect(titles('103999 beech')).toEqual(['product 3999']);
  expect(titles('103998')).toEqual([]);
  expect(titles('oak')).toEqual([]);
  expect(titles('bee')).toHaveLength(1000);
  await index.update([], [{ ...(products[0] as (typeof products)[0]), title: 'Returned' }]);
  expect(titles('oak')).toEqual(['returned']);
});

test('products that a long update changes stay in reach, and have related ones', async () => {
  const index = createCatalogueIndex();
  const before = entries(1000);
  await index.update([], before);
  const ids = before.map(({ id }) => id);
  const update = { isDone: false };
  const updating = index.update(ids, before).then(() => {
    update.isDone = true;
  });
  let turns = 0;
  while (!update.isDone) {
    for (const id of ids.slice(-3)) {
      const related = findRelated(index, index.rows.find(id) ?? Number.NaN);
      expect(related).toHaveLength(RELATED_PRODUCTS);
      expect(related).not.toContain(id);
      // Those with the closest prices.
      for (const other of related) expect(ids.indexOf(other)).toBeGreaterThan(980);
    }
    turns += 1;
    await nextTurn();
  }
  await updating;
  expect(turns).toBeGreaterThan(10);
});
