import { expect, test } from 'vitest';
import { inLanguage } from '#messages/context.ts';
import { newId } from '../../core/ids.ts';
import { createCatalogueIndex } from './catalogue-index.ts';
import { noFilters, selectProducts } from './select.ts';

const categoryId = newId();

function entries(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    id: newId(),
    categoryId,
    title: `Product ${index}`,
    priceCents: index,
    isOnSale: false,
    priorCents: null,
    rating: 0,
    isSoldOut: false,
    family: null,
    attributes: {},
    options: {},
    translations: {},
    description: '',
    identifiers: [],
  }));
}

test('finds products by their words after many others were removed', () => {
  const index = createCatalogueIndex();
  const products = entries(4000).map((entry, number) => ({
    ...entry,
    description: `Model ${100_000 + number} of ${number % 2 === 0 ? 'oak' : 'beech'}`,
  }));
  index.update([], products);
  const titles = (search: string) => {
    const { slots } = selectProducts(index, { ...noFilters, search });
    return Array.from(slots, index.rows.title);
  };
  expect(titles('103999 beech')).toEqual(['product 3999']);
  const gone = products.filter((_, number) => number % 4 !== 3).map(({ id }) => id);
  index.update(gone, []);
  expect(index.rows.size).toBe(1000);
  expect(titles('103999 beech')).toEqual(['product 3999']);
  expect(titles('103998')).toEqual([]);
  expect(titles('oak')).toEqual([]);
  expect(titles('bee')).toHaveLength(1000);
  index.update([], [{ ...(products[0] as (typeof products)[0]), title: 'Returned' }]);
  expect(titles('oak')).toEqual(['returned']);
});

test('finds translated products by their shown titles after many others were removed', () => {
  const index = createCatalogueIndex(['en', 'de']);
  const products = entries(4000).map((entry, number) => ({
    ...entry,
    translations: number % 3 === 0 ? { de: { title: `Tisch ${number}`, description: 'Aus Eiche' } } : {},
  }));
  index.update([], products);
  const titles = (search: string) =>
    inLanguage('de', () => {
      const { slots, match } = selectProducts(index, { ...noFilters, search });
      return [match, ...Array.from(slots, index.title)];
    });
  const gone = products.filter((_, number) => number % 4 !== 3).map(({ id }) => id);
  index.update(gone, []);
  expect(index.rows.size).toBe(1000);
  expect(titles('tisch 3999')).toEqual(['exact', 'tisch 3999']);
  expect(titles('product 3995')).toEqual(['exact', 'product 3995']);
  expect(titles('tisch 3996')[0]).toBe('similar');
  expect(titles('tisch')).toHaveLength(1 + products.filter((_, number) => number % 12 === 3).length);
});

test('forgets the families that products have left', () => {
  const index = createCatalogueIndex();
  const members = entries(100);
  index.update([], members);
  const ids = members.map(({ id }) => id);
  for (let renamed = 0; renamed < 100; renamed += 1) {
    index.update(
      ids,
      members.map((member, number) => ({ ...member, family: `Family ${number} ${renamed}` })),
    );
  }
  const families = ids.map((id) => index.rows.family(index.find(id) ?? Number.NaN));
  expect(new Set(families).size).toBe(100);
  expect(families).not.toContain(0);
  expect(index.familyCount).toBeLessThan(2000);
});
