import { describe, expect, test } from 'vitest';
import { newProductText } from '../form/productText.ts';
import type { ProductText } from '../form/productTypes.ts';
import { attributeValue, combinationsOf, keyOf, newVariants, variantProblems, variantTitle } from './newVariants.ts';

const colors = { name: 'Color', value: 'Black, White' };
const memory = { name: 'Memory', value: '8 GB,16 GB, 8 GB' };
const phone = (changes: Partial<ProductText> = {}): ProductText => ({
  ...newProductText,
  title: 'Phone',
  price: '100',
  stock: '5',
  family: { name: 'Phone', options: [colors, memory] },
  ...changes,
});

describe('the combinations of options', () => {
  test('are all of them, each once', () => {
    expect(combinationsOf([colors, memory])).toEqual([
      { Color: 'Black', Memory: '8 GB' },
      { Color: 'Black', Memory: '16 GB' },
      { Color: 'White', Memory: '8 GB' },
      { Color: 'White', Memory: '16 GB' },
    ]);
  });

  test.each<[string, ProductText['family']['options'], number | undefined]>([
    ['no option', [], 0],
    ['an option without values', [colors, { name: 'Memory', value: ' , ' }], 0],
    ['values without an option', [{ name: '', value: '1' }], 0],
    ['too many', Array.from({ length: 5 }, (_, name) => ({ name: `${name}`, value: '1,2,3,4,5,6,7,8,9' })), undefined],
  ])('of %s', (_what, options, count) => {
    expect(combinationsOf(options)?.length).toBe(count);
  });

  test('are the same in any order, and name a field of a form', () => {
    expect(keyOf({ a: '1.5', b: '[2]' })).toBe(keyOf({ b: '[2]', a: '1.5' }));
    expect(keyOf({ a: '1.5' })).toMatch(/^v[\d-]+$/);
  });
});

test.each([
  ['Phone', {}, 'Phone Black 8 GB'],
  ['Phone 4 GB', { Memory: '4 GB' }, 'Phone 8 GB Black'],
  ['Phone', { Memory: '4 GB', Color: 'Moss' }, 'Phone Black 8 GB'],
])('a variant of %s with %o is called %s', (title, own, name) => {
  expect(variantTitle(title, { Color: 'Black', Memory: '8 GB' }, own)).toBe(name);
});

describe('new variants', () => {
  test('take from the form what is not their own', () => {
    const key = keyOf({ Color: 'White', Memory: '8 GB' });
    const variants = { [key]: { title: '', price: '120,50', stock: '0', isLeftOut: false } };
    const rows = newVariants(phone({ variants }))?.rows;
    expect(rows?.map(({ title, price, stock }) => [title, price, stock])).toEqual([
      ['Phone Black 8 GB', 100, 5],
      ['Phone Black 16 GB', 100, 5],
      ['Phone White 8 GB', 120.5, 0],
      ['Phone White 16 GB', 100, 5],
    ]);
  });

  test('are one product if each option has one value', () => {
    const family = { name: 'Phone', options: [{ name: 'Color', value: 'Black' }] };
    expect(newVariants(phone({ family }))).toBeNull();
    expect(newVariants(phone({ isNew: false }))).toBeNull();
  });

  test('leave out the product that joins them, by default the first', () => {
    const base = { id: '1', title: 'Phone', options: {} };
    expect(newVariants(phone({ base }))).toMatchObject({ member: { Color: 'Black', Memory: '8 GB' } });
    const added = newVariants(phone({ base, member: keyOf({ Color: 'White', Memory: '16 GB' }) }));
    expect([added?.member, added?.rows.length]).toEqual([{ Color: 'White', Memory: '16 GB' }, 3]);
  });

  test.each<[string, Partial<ProductText>, string[]]>([
    ['nothing wrong', {}, []],
    [
      'a wrong price',
      {
        variants: {
          [keyOf({ Color: 'White', Memory: '8 GB' })]: { title: '', price: 'x', stock: '', isLeftOut: false },
        },
      },
      [`variants.${keyOf({ Color: 'White', Memory: '8 GB' })}.price`],
    ],
    ['a wrong price for all, which is reported there', { price: 'x' }, []],
    [
      'too many',
      { family: { name: 'A', options: Array(5).fill({ name: 'A', value: '1,2,3,4' }) } },
      ['family.options'],
    ],
    [
      'no values',
      { base: { id: '1', title: 'P', options: { A: '1' } }, family: { name: 'P', options: [] } },
      ['family.options'],
    ],
  ])('with %s', (_what, changes, fields) => {
    const text = phone(changes);
    const added = newVariants(text);
    expect(Object.keys(added ? variantProblems(text, added) : {})).toEqual(fields);
  });
});

test.each([
  ['256 GB', 256],
  ['256gb', 256],
  ['256', 256],
  ['1,000 GB', 1000],
  ['2 TB', 2000],
  ['much', undefined],
  ['256 MB', undefined],
  ['', undefined],
])('%s is %s GB', (typed, value) => {
  const attribute = { _id: '1', categoryId: '1', code: 'storage', name: 'Storage', isFilterable: true, position: 1 };
  expect(attributeValue({ ...attribute, type: 'number', unit: 'GB' }, typed)).toBe(value);
});
