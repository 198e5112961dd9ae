import { expect, test } from 'vitest';
import { lineDetail } from './priced-cart.ts';

test('a short description is kept whole, on one line', () => {
  expect(lineDetail('')).toBe('');
  expect(lineDetail('  Black,\n 256 GB ')).toBe('Black, 256 GB');
  expect(lineDetail('x'.repeat(120))).toBe('x'.repeat(120));
});

test('a long description is cut at a word, within 120 characters', () => {
  expect(lineDetail(`${'word '.repeat(23)}1234 6789`)).toBe(`${'word '.repeat(23)}1234…`);
  expect(lineDetail(`${'word '.repeat(23)}12345 more`)).toBe(`${'word '.repeat(22)}word…`);
});

test('a word that is too long is cut between characters', () => {
  expect(lineDetail('😀'.repeat(121))).toBe(`${'😀'.repeat(119)}…`);
});
