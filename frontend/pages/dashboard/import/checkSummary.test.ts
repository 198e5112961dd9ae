import { expect, it } from 'vitest';
import type { ImportView } from '#contract/catalogue/imports.ts';
import { checkSummary, refusalsCsv } from './checkSummary.ts';

const view = { created: 0, updated: 0, unchanged: 0, newCategories: [], refused: 0 } as unknown as ImportView;

it.each([
  [{ created: 2, newCategories: ['Gizmos'], refused: 2 }, '2 new, 1 new category “Gizmos”, 2 rejected'],
  [{ updated: 1204, unchanged: 3 }, '1,204 updated, 3 unchanged'],
  [{ newCategories: [...'ABCDEFG'] }, '7 new categories “A”, “B”, “C”, “D”, “E” and 2 more'],
  [{}, 'No rows found'],
])('summarizes %j', (report, text) => {
  expect(checkSummary({ ...view, ...report })).toBe(text);
});

it('quotes the rejected rows', () => {
  const refusals = [{ line: 3, columns: ['title', 'price'], reason: 'Not a "price"' }];
  expect(refusalsCsv({ refusals })).toBe('"line","columns","reason"\r\n"3","title, price","Not a ""price"""\r\n');
});
