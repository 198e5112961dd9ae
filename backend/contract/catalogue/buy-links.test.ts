import { expect, test } from 'vitest';
import { newId } from '../../core/ids.ts';
import { BUY_PRODUCTS_MAX, buyAddress, readBuyItems } from './buy-links.ts';

const [one, other] = [newId(), newId()];

test('a link offers what it was made of', () => {
  const items = [
    { productId: one, count: 2 },
    { productId: other, count: 1 },
  ];
  const address = buyAddress(items, 'USD', 'A&B');
  expect(address).toBe(`/buy/${one}:2,${other}:1?currency=USD&code=A%26B`);
  expect(readBuyItems(`${one}:2,${other}:1`)).toEqual(items);
  expect(readBuyItems(encodeURIComponent(`${one.toUpperCase()}:2,${other}:1`))).toEqual(items);
  expect(buyAddress(items.slice(1), 'EUR', '')).toBe(`/buy/${other}:1?currency=EUR`);
});

test('adds up the counts of a product that it names twice', () => {
  expect(readBuyItems(`${one}:2,${other}:1,${one}:3`)).toEqual([
    { productId: one, count: 5 },
    { productId: other, count: 1 },
  ]);
});

test.each(['0', '-1', '51', '999999999'])('leaves the count %s to the page', (count) => {
  expect(readBuyItems(`${one}:${count}`)).toEqual([{ productId: one, count: Number(count) }]);
});

test.each([
  '',
  ',',
  'x',
  one,
  `${one}:`,
  `${one}:1.5`,
  `${one}:1e1`,
  `${one}:+1`,
  `${one}: 1`,
  `${one}:9999999999`,
  `${one}:1,`,
  `${one}:1;${other}:1`,
  `x${one}:1`,
  `${one}:1\n`,
  '%',
  '%ff',
])('%j is malformed', (text) => {
  expect(readBuyItems(text)).toBeNull();
});

test('offers as many products as a link can hold, and no more', () => {
  const link = (length: number) => Array.from({ length }, () => `${newId()}:1`).join();
  expect(readBuyItems(link(BUY_PRODUCTS_MAX))).toHaveLength(BUY_PRODUCTS_MAX);
  expect(readBuyItems(link(BUY_PRODUCTS_MAX + 1))).toBeNull();
});
