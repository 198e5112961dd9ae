import { expect, it, test } from 'vitest';
import { inLanguage } from '#messages/context.ts';
import { fieldName, readableValue, realChanges } from './changeText.ts';

test.each([
  ['price', 12.5, '12.50€'],
  ['price', 1349, '1,349.00€'],
  ['created', 16_302, '16,302'],
  ['attribute.weight', 0.25, '0.25'],
  ['status', true, 'yes'],
  ['city', '', 'empty'],
  ['state', 'refunded', 'Refunded'],
  ['scopes', 'orders:read, users:read', 'Read orders, Read users'],
  ['title', 'paid', 'paid'],
  ['price', null, null],
])('formats %s %j as %j', (field, value, text) => {
  expect(readableValue(field, value)).toBe(text);
});

test.each([
  ['postCode', 'post code'],
  ['refused', 'rejected'],
  ['title', 'title'],
  ['isFilterable', 'is filterable'],
  ['attribute.ram_2', 'ram_2'],
  ['option.Screen Size', 'Screen Size'],
  ['term.Screen size', 'Screen size'],
  ['DE', 'Germany'],
  ['madeUpLater', 'made up later'],
])('names the field %s "%s"', (field, name) => {
  expect(fieldName(field)).toBe(name);
});

it('speaks the language of the page', () => {
  const texts = () => [
    fieldName('postCode'),
    readableValue('attribute.weight', 0.25),
    readableValue('status', 'Inactive'),
    readableValue('role', 'orders'),
    readableValue('isActive', false),
  ];
  expect(inLanguage('de', texts)).toEqual(['Postleitzahl', '0,25', 'Inaktiv', 'Bestellungen', 'nein']);
});

it('omits unchanged fields', () => {
  const created = { from: null, to: 3 };
  expect(realChanges({ created, refused: { from: 0, to: 0 } })).toEqual({ created });
});
