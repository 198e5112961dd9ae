import { expect, test } from 'vitest';
import type { ProductView } from '#contract/catalogue/catalogue.ts';
import { comparisonRows } from './comparisonRows.ts';

function product(change: Partial<ProductView>): ProductView {
  const categoryId = { _id: 'c', categoryName: 'Laptops', slug: 'laptops' };
  const nothing = {
    _id: 'p',
    title: 'Laptop',
    description: '',
    image: '',
    imageWidths: [],
    images: [],
    allRatings: [],
  };
  return {
    ...nothing,
    imageState: 'none',
    categoryId,
    price: 10,
    regularPrice: null,
    priorPrice: null,
    saleUntil: null,
    rating: 0,
    attributes: [],
    stock: null,
    family: null,
    sku: null,
    brand: null,
    energy: null,
    charger: null,
    energySheet: null,
    ...change,
  };
}

const ram = (value: number) => ({ code: 'ram', name: 'Memory', value, unit: 'GB', label: `${value} GB` });
const touch = { code: 'touch', name: 'Touchscreen', value: true, unit: '', label: 'Yes' };

test('price, rating, availability and category come first, then each attribute', () => {
  const one = product({ price: 1234.5, rating: 4.5, allRatings: [4, 5], attributes: [ram(16)] });
  const other = product({ stock: { state: 'low', left: 2 }, attributes: [ram(8), touch] });
  const rows = comparisonRows([one, other], 'EUR').map(({ name, texts, differs }) => [name, ...texts, differs]);
  expect(rows).toEqual([
    ['Price', '1,234.50€', '10.00€', true],
    ['Rating', '4.50 (2 ratings)', 'No ratings yet', true],
    ['Availability', 'In stock', 'Only 2 left', true],
    ['Category', 'Laptops', 'Laptops', false],
    ['Memory', '16 GB', '8 GB', true],
    ['Touchscreen', null, 'Yes', true],
  ]);
});

test('a single product differs in nothing', () => {
  expect(comparisonRows([product({ attributes: [touch] })], 'EUR').some(({ differs }) => differs)).toBe(false);
});
