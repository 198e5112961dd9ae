import { describe, expect, test } from 'vitest';
import { noFilter } from '#contract/listing-address.ts';
import { changedFilter, editedParameter } from './filterChanges.ts';

const page3 = { ...noFilter, search: 'usb', page: 3 };

test('pages restart at the first when the filter changes, and the filter stays when the page changes', () => {
  expect(changedFilter(page3, { minPrice: 100 })).toEqual({ ...page3, minPrice: 100, page: 1 });
  expect(changedFilter(page3, { page: 5 })).toEqual({ ...page3, page: 5 });
});

describe('the change between two filters', () => {
  const ram = { code: 'ram', values: ['8'], min: 4, max: null };
  const laptops = { ...noFilter, category: 'laptops', attributes: [ram] };

  test('is typing or sliding if only that and the page differ', () => {
    expect(editedParameter(noFilter, { ...noFilter, search: 'u' })).toBe('search');
    expect(editedParameter(page3, { ...page3, search: 'usb-c', page: 1 })).toBe('search');
    expect(editedParameter(page3, { ...page3, minPrice: 5, page: 1 })).toBe('minPrice');
    expect(editedParameter(laptops, { ...laptops, attributes: [{ ...ram, min: 16 }] })).toBe('attribute.ram.min');
  });

  test('is neither for a new page, a choice, or several changes at once', () => {
    expect(editedParameter(page3, { ...page3, page: 4 })).toBeNull();
    expect(editedParameter(page3, { ...page3, sort: 'asc', page: 1 })).toBeNull();
    expect(editedParameter(laptops, { ...laptops, attributes: [{ ...ram, values: ['16'] }] })).toBeNull();
    expect(editedParameter({ ...page3, minPrice: 5 }, noFilter)).toBeNull();
  });
});
