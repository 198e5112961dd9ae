import { describe, expect, test } from 'vitest';
import { listingAddress, listingQuery, noFilter, readListingFilter } from './listing-address.ts';

const laptops = { ...noFilter, category: 'laptops' };
const attribute = { values: [], min: null, max: null };

function read(address: string) {
  const { pathname, search } = new URL(address, 'https://shop.example');
  return readListingFilter(pathname, search);
}

describe('the address of a page', () => {
  test.each([
    ['/', noFilter],
    ['/?search=usb', { ...noFilter, search: 'usb' }],
    ['/?search=+a%2Bb%26%23%3F%22%3C+', { ...noFilter, search: ' a+b&#?"< ' }],
    ['/?search=%F0%9F%8E%A7', { ...noFilter, search: '🎧' }],
    [
      '/?search=usb&minPrice=49.5&maxPrice=100&inStock=true&sort=rating&page=3',
      { ...noFilter, search: 'usb', minPrice: 49.5, maxPrice: 100, inStock: true, sort: 'rating' as const, page: 3 },
    ],
    ['/?maxPrice=0', { ...noFilter, maxPrice: 0 }],
    ['/category/laptops', laptops],
    ['/category/a%2Fb%20%C5%BE', { ...noFilter, category: 'a/b ž' }],
    [
      '/category/laptops?attribute.colour=Black&attribute.colour=Moss+green&attribute.ram.min=-1.5&attribute.ram.max=32&page=2',
      {
        ...laptops,
        attributes: [
          { ...attribute, code: 'colour', values: ['Black', 'Moss green'] },
          { ...attribute, code: 'ram', min: -1.5, max: 32 },
        ],
        page: 2,
      },
    ],
    [
      '/category/laptops?attribute.constructor=true',
      { ...laptops, attributes: [{ ...attribute, code: 'constructor', values: ['true'] }] },
    ],
  ])('%j survives a round trip', (address, filter) => {
    expect(read(address)).toEqual(filter);
    expect(listingAddress(filter)).toBe(address);
  });

  test.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=x',
    'page=1e400',
    'minPrice=-1',
    'minPrice=x',
    'minPrice=1e3',
    'minPrice=9999999',
    'maxPrice=',
    'inStock=yes',
    'sort=constructor',
    'attribute.ram=',
    'attribute.ram.min=x',
    'attribute.ram.max=1e9',
    'attribute.RAM=1',
    'attribute.=1',
    'attribute.ram.median=1',
    'toString=1&utm_source=x',
  ])('with %s falls back to the default', (query) => {
    expect(readListingFilter('/category/laptops', query)).toEqual(laptops);
  });

  test('is the same for the same products', () => {
    const [one, other] = [
      '/category/laptops/?page=1&attribute.ram=8&attribute.colour=Red&attribute.colour=Blue&minPrice=0.0000001',
      '/category/laptops?attribute.colour=Blue&attribute.colour=Red&attribute.colour=Blue&attribute.ram=8&sort=default',
    ].map((address) => listingAddress(read(address)));
    expect(one).toBe(other);
  });

  test('has attributes only in a category', () => {
    expect(read('/?attribute.ram=8')).toEqual(noFilter);
  });

  test('cuts a search at the limit, between characters', () => {
    expect(read(`/?search=${'x'.repeat(101)}`).search).toBe('x'.repeat(100));
    expect(read(`/?search=${'x'.repeat(99)}🎧`).search).toBe('x'.repeat(99));
  });

  test('reads a category that is not percent-encoded', () => {
    expect(readListingFilter('/category/50%', '').category).toBe('50%');
  });
});

describe('the query of a call', () => {
  test('names the page, so that it never asks for the whole list', () => {
    expect(listingQuery(noFilter)).toBe('page=1');
  });

  test('has the parameters of the page and the category', () => {
    const filter = read('/category/laptops?search=pro&attribute.ram=16&attribute.ram=8&page=2');
    expect(listingQuery(filter)).toBe('search=pro&attribute.ram=16&attribute.ram=8&page=2&category=laptops');
  });
});
