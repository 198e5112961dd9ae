import { expect, test } from 'vitest';
import type { FacetView } from '#contract/listing/listing.ts';
import { listingAddress, readListingFilter } from '#contract/listing/listing-address.ts';
import { activeFilters, withoutFilters } from './activeFilters.ts';
import { changedAttributes, toggledValue } from './attributeChanges.ts';

const facets: FacetView[] = [
  { code: 'ram', name: 'RAM', unit: 'GB', type: 'number', min: 4, max: 64, values: [] },
  { code: 'color', name: 'Color', unit: '', type: 'text', values: [], hasMore: false },
  { code: 'touch', name: 'Touchscreen', unit: '', type: 'boolean', values: [] },
];

const filtered = readListingFilter(
  '/category/laptops',
  'search=pro&sort=asc&page=3&minPrice=10&maxPrice=99.5&inStock=true&attribute.color=Red&attribute.color=Blue' +
    '&attribute.ram=8&attribute.ram.min=4&attribute.touch=false&attribute.unknown=1',
);

test('each filter has a text, in the order of the facets', () => {
  expect(activeFilters(filtered, facets, 'EUR').map(({ text }) => text)).toEqual([
    'Price: 10€ to 99.50€',
    'In stock',
    'RAM: 8 GB',
    'RAM: from 4 GB',
    'Color: Blue',
    'Color: Red',
    'Touchscreen: No',
  ]);
});

test('a value is written as the shop translates it', () => {
  const colors: FacetView = {
    code: 'color',
    name: 'Farbe',
    unit: '',
    type: 'text',
    values: [{ value: 'Red', label: 'Rot', count: 2 }],
    hasMore: false,
  };
  expect(activeFilters(filtered, [colors], 'EUR').map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Farbe: Rot', 'Farbe: Blue']),
  );
});

test('ranges have the units that people write', () => {
  const storage: FacetView = {
    code: 'storage',
    name: 'Storage',
    unit: 'GB',
    type: 'number',
    min: 4,
    max: 64,
    values: [],
  };
  const texts = (query: string) =>
    activeFilters(readListingFilter('/category/laptops', query), [storage], 'EUR').map(({ text }) => text);
  expect(texts('attribute.storage.min=512&attribute.storage.max=2000')).toEqual(['Storage: 512 GB to 2 TB']);
  expect(texts('attribute.storage.min=4&attribute.storage.max=64')).toEqual(['Storage: 4 to 64 GB']);
  expect(texts('attribute.storage=1000')).toEqual(['Storage: 1 TB']);
});

test('prices are in the currency of the shopper', () => {
  const texts = (query: string) => activeFilters(readListingFilter('/', query), [], 'USD').map(({ text }) => text);
  expect(texts('minPrice=100')).toEqual(['Price: from $109']);
  expect(texts('maxPrice=0')).toEqual(['Price: up to $0']);
  expect(texts('')).toEqual([]);
});

test('each filter can be removed alone', () => {
  const addresses = activeFilters(filtered, facets, 'EUR').map(({ without }) =>
    listingAddress({ ...filtered, ...without }),
  );
  expect(new Set(addresses).size).toBe(7);
  for (const address of addresses) expect(address.length).toBeLessThan(listingAddress(filtered).length);
  const [color] = activeFilters(filtered, facets, 'EUR').filter(({ text }) => text === 'Color: Red');
  expect(listingAddress({ ...filtered, ...color?.without })).not.toContain('Red');
});

test('removing all keeps the search and the sort order', () => {
  expect(listingAddress({ ...filtered, ...withoutFilters, page: 1 })).toBe('/category/laptops?search=pro&sort=asc');
});

test('a value that is chosen twice is not chosen, and empty attributes go', () => {
  const chosen = toggledValue([], 'color', 'Red');
  expect(chosen).toEqual([{ code: 'color', values: ['Red'], min: null, max: null }]);
  expect(toggledValue(chosen, 'color', 'Red')).toEqual([]);
  expect(changedAttributes(chosen, 'area', { min: 2 }).map(({ code }) => code)).toEqual(['area', 'color']);
});
