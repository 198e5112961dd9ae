import { expect, test } from 'vitest';
import { findMistakes, findUnused } from './messages.ts';

const english = {
  cart: { empty: 'Your cart is empty', count: '{count, plural, one {# item} other {# items}} for <b>{name}</b>' },
};

test.each([
  ['de', { count: '{count, plural, one {# Artikel} other {# Artikel}} für <b>{name}</b>' }, 'cart.empty is missing'],
  ['de', { empty: ' ', count: english.cart.count }, 'cart.empty is empty'],
  ['de', { empty: 'Leer', more: 'Mehr', count: english.cart.count }, 'cart.more is not in English'],
  [
    'de',
    { empty: 'Leer', count: '{count, plural, one {#} other {#}} <b></b>' },
    'cart.count has other values: count: number',
  ],
  ['de', { empty: 'Leer', count: '{count, plural, one {#} other {#}} {name}' }, 'cart.count has other tags: '],
  ['de', { empty: 'Leer', count: '{count, number} <b>{name}</b>' }, null],
  ['sr', { empty: 'Prazno', count: english.cart.count }, 'cart.count lacks the plural form "few"'],
  ['de', { empty: 'Leer', count: '{count, plural, few {#} other {#}} <b>{name}</b>' }, 'cart.count is not valid: '],
] as const)('in %s, %j is wrong', (code, cart, problem) => {
  const mistakes = findMistakes(code, { cart }, english);
  if (problem === null) expect(mistakes).toEqual([]);
  else expect(mistakes).toEqual([expect.stringContaining(`${code}: ${problem}`)]);
});

test('a message that no source names is not used', () => {
  expect(findUnused(english, ['m.cart.empty()', 'm.cart.counted'])).toEqual(['cart.count is not used']);
  expect(findUnused(english, ['[m.cart.empty, m.cart.count]'])).toEqual([]);
});
