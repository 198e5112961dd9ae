import { describe, expect, test } from 'vitest';
import { eachProductField, type PlainValues } from '#contract/catalogue/product-fields.input.ts';
import { changedFields, mergeEdits } from './productEdits.ts';
import type { ProductValues } from './productTypes.ts';

const before: ProductValues = {
  ...eachProductField<PlainValues>(() => null),
  title: 'Lumen 14',
  description: 'Light',
  translations: { de: { title: 'Lumen 14', description: 'Leicht' } },
  price: 10,
  salePrice: null,
  saleFrom: null,
  saleUntil: null,
  categoryId: 'laptops',
  attributes: { color: 'Moss', ram: 8 },
  stock: 5,
  isPublished: true,
  family: { name: 'Lumen', options: { Color: 'Moss', Memory: '8 GB' } },
};

describe('changed fields', () => {
  test.each<[string, Partial<ProductValues>, string[]]>([
    ['nothing', {}, []],
    ['the order of attributes and options', { attributes: { ram: 8, color: 'Moss' } }, []],
    ['a value of an attribute', { attributes: { color: 'Moss', ram: 16 } }, ['attributes']],
    ['attributes that are not known', { attributes: undefined }, []],
    ['a wrong price', { price: Number.NaN }, ['price']],
    ['a stock that is no longer counted', { stock: null }, ['stock']],
    ['an option', { family: { name: 'Lumen', options: { Color: 'Rust', Memory: '8 GB' } } }, ['family']],
    ['a translation', { translations: { de: { title: 'Lumen 14', description: 'Hell' } } }, ['description.de']],
    ['a language that is no longer translated', { translations: {} }, ['title.de', 'description.de']],
    ['several', { title: 'Lumen 15', isPublished: false, family: null }, ['title', 'isPublished', 'family']],
  ])('%s', (_what, change, fields) => {
    expect(changedFields(before, { ...before, ...change })).toEqual(fields);
  });
});

describe('merging two edits', () => {
  const merge = (theirs: Partial<ProductValues>, mine: Partial<ProductValues>) =>
    mergeEdits(before, { ...before, ...theirs }, { ...before, ...mine });

  test('keeps both if they changed different fields', () => {
    expect(merge({ stock: 4, isPublished: false }, { price: 12 })).toEqual({
      ...before,
      stock: 4,
      isPublished: false,
      price: 12,
    });
  });

  test('keeps both translations if they changed different texts, also in one language', () => {
    const theirs = { translations: { de: { title: 'Lumen 14', description: 'Hell' }, sr: { title: 'Lumen' } } };
    expect(merge(theirs, { price: 12, translations: { de: { title: 'Leuchte', description: 'Leicht' } } })).toEqual({
      ...before,
      price: 12,
      translations: { de: { title: 'Leuchte', description: 'Hell' }, sr: { title: 'Lumen' } },
    });
  });

  test('keeps what both changed alike', () => {
    expect(merge({ price: 12 }, { price: 12, title: 'Other' })).toEqual({ ...before, price: 12, title: 'Other' });
  });

  test.each<[string, Partial<ProductValues>, Partial<ProductValues>]>([
    ['the same field', { price: 12 }, { price: 13 }],
    [
      'the same translation',
      { translations: { de: { title: 'Lampe', description: 'Leicht' } } },
      { translations: { de: { description: 'Leicht' } } },
    ],
    ['the attributes', { attributes: { ram: 16 } }, { attributes: { ram: 32 } }],
    ['the category and attributes of the former one', { categoryId: 'phones' }, { attributes: { ram: 32 } }],
    ['attributes of the former category', { attributes: { ram: 32 } }, { categoryId: 'phones', attributes: {} }],
  ])('is not possible if both changed %s', (_what, theirs, mine) => {
    expect(merge(theirs, mine)).toBeNull();
  });
});
