import { expect, test } from 'vitest';
import { newId } from '../../core/ids.ts';
import { createCatalogueIndex } from './catalogue-index.ts';
import { createIdentifiers } from './identifiers.ts';
import { noFilters, selectProducts } from './select.ts';

test.each([
  ['AB-12 34', 'ab1234'],
  ['ab1234', 'AB-12 34'],
  ['4006381333931', '400-6381 333931'],
  ['Größe–7', 'größe 7'],
])('finds %s by %s', (identifier, search) => {
  const identifiers = createIdentifiers();
  identifiers.add(7, [identifier, null]);
  expect([...identifiers.find(search)]).toEqual([7]);
});

test.each(['', ' - ', 'ab', 'ab12345', '1234ab', 'ba1234'])('does not find AB-12 34 by %j', (search) => {
  const identifiers = createIdentifiers();
  identifiers.add(7, ['AB-12 34', '', null]);
  expect([...identifiers.find(search)]).toEqual([]);
});

test('finds each of many identifiers, and nothing else', () => {
  const identifiers = createIdentifiers();
  for (let slot = 0; slot < 100_000; slot += 1) identifiers.add(slot, [`SKU-${slot}`, `${4_000_000_000_000 + slot}`]);
  for (let slot = 0; slot < 100_000; slot += 9_973) {
    expect([...identifiers.find(`sku${slot}`)]).toEqual([slot]);
    expect([...identifiers.find(`${4_000_000_000_000 + slot}`)]).toEqual([slot]);
  }
  for (let slot = 100_000; slot < 100_050; slot += 1) expect(identifiers.find(`sku${slot}`).size).toBe(0);
});

test('finds products that share an identifier after others were removed', () => {
  const index = createCatalogueIndex();
  const categoryId = newId();
  const products = Array.from({ length: 3000 }, (_, number) => ({
    id: newId(),
    categoryId,
    title: `Product ${number}`,
    priceCents: number,
    rating: 0,
    isSoldOut: false,
    isOnSale: false,
    priorCents: null,
    family: null,
    attributes: {},
    options: {},
    translations: {},
    description: '',
    identifiers: [`P-${number % 1500}`],
  }));
  index.update([], products);
  const titles = () =>
    Array.from(selectProducts(index, { ...noFilters, search: 'p1499' }).slots, index.rows.title).toSorted();
  expect(titles()).toEqual(['product 1499', 'product 2999']);
  index.update(
    products.filter((_, number) => number < 2000).map(({ id }) => id),
    [],
  );
  expect(index.rows.size).toBe(1000);
  expect(titles()).toEqual(['product 2999']);
});
