import '../browser/storage.fixture.ts';
import { beforeEach, expect, test } from 'vitest';
import { clearComparison, comparison, toggleCompared } from './comparison.ts';

beforeEach(clearComparison);

test('a product is chosen and no longer, and the choice is stored', () => {
  toggleCompared('a');
  toggleCompared('b');
  toggleCompared('a');
  expect(comparison.ids).toEqual(['b']);
  expect(localStorage.getItem('comparison')).toBe('["b"]');
  toggleCompared('b');
  expect(localStorage.getItem('comparison')).toBeNull();
});

test('a fifth product is not chosen', () => {
  for (const id of ['a', 'b', 'c', 'd', 'e']) toggleCompared(id);
  expect(comparison.ids).toEqual(['a', 'b', 'c', 'd']);
});
