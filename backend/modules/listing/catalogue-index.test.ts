import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newId } from '../../core/ids.ts';
import { createCatalogueIndex } from './catalogue-index.ts';

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
