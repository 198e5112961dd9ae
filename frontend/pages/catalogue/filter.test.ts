import { describe, expect, test } from 'vitest';
import { PRODUCTS_PER_PAGE, type ProductView } from '#contract/catalogue.ts';
import { changedFilter, filterProducts, highestPrice, pageCount, productsOnPage } from './filter.ts';

function product(title: string, price: number): ProductView {
  return {
    _id: title,
    title,
    description: '',
    price,
    image: '',
    imageState: 'ready',
    imageWidths: [],
    categoryId: { _id: 'c', categoryName: 'Audio', slug: 'audio' },
    allRatings: [],
    rating: 0,
    attributes: [],
    images: [],
    stock: null,
    family: null,
  };
}

const products = [product('USB-C Cable', 9.99), product('Headphones (USB)', 149), product('Mouse', 49.5)];
const everything = { search: '', minPrice: 0, sort: 'default' } as const;
const titles = (list: readonly ProductView[]) => list.map(({ title }) => title);

describe('the filter', () => {
  test('matches part of the title, ignoring case', () => {
    expect(titles(filterProducts(products, { ...everything, search: 'usb' }))).toEqual([
      'USB-C Cable',
      'Headphones (USB)',
    ]);
    expect(filterProducts(products, { ...everything, search: 'keyboard' })).toEqual([]);
  });

  test('takes the search text literally', () => {
    expect(titles(filterProducts(products, { ...everything, search: '(us' }))).toEqual(['Headphones (USB)']);
    expect(filterProducts(products, { ...everything, search: '.*' })).toEqual([]);
  });

  test('includes a product at exactly the minimum price', () => {
    expect(titles(filterProducts(products, { ...everything, minPrice: 49.5 }))).toEqual(['Headphones (USB)', 'Mouse']);
    expect(titles(filterProducts(products, { ...everything, minPrice: 49.51 }))).toEqual(['Headphones (USB)']);
  });

  test('sorts by price both ways, keeps the server order by default, and never mutates', () => {
    expect(titles(filterProducts(products, { ...everything, sort: 'asc' }))).toEqual([
      'USB-C Cable',
      'Mouse',
      'Headphones (USB)',
    ]);
    expect(titles(filterProducts(products, { ...everything, sort: 'desc' }))).toEqual([
      'Headphones (USB)',
      'Mouse',
      'USB-C Cable',
    ]);
    expect(titles(filterProducts(products, everything))).toEqual(titles(products));
    expect(titles(products)).toEqual(['USB-C Cable', 'Headphones (USB)', 'Mouse']);
  });
});

test('the slider ends at the highest price', () => {
  expect(highestPrice(products)).toBe(149);
  expect(highestPrice([])).toBe(0);
});

describe('pages', () => {
  const many = Array.from({ length: 2 * PRODUCTS_PER_PAGE + 1 }, (_, index) => product(`p${index}`, index));

  test('include a partly filled last page', () => {
    expect([0, 1, 9, 10, 18, 19].map(pageCount)).toEqual([0, 1, 1, 2, 2, 3]);
  });

  test('hold nine products each, without losing any', () => {
    expect(titles(productsOnPage(many, 1))).toEqual(titles(many.slice(0, 9)));
    expect([1, 2, 3].flatMap((page) => productsOnPage(many, page))).toEqual(many);
  });

  test('beyond the last one show the last one', () => {
    expect(productsOnPage(many, 9)).toEqual(productsOnPage(many, 3));
    expect(productsOnPage([], 3)).toEqual([]);
  });
});

test('restart at the first when the filter changes, and keep the filter when the page changes', () => {
  const filter = { search: 'usb', minPrice: 0, sort: 'asc', page: 4 } as const;
  expect(changedFilter(filter, { minPrice: 100 })).toEqual({ ...filter, minPrice: 100, page: 1 });
  expect(changedFilter(filter, { page: 5 })).toEqual({ ...filter, page: 5 });
});
