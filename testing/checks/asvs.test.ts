import { expect, test } from 'vitest';
import { findProblems } from './asvs.ts';

/** The program of a file with one test, and no other file. */
const read = (file: string) => (file === 'a/a.test.ts' ? "test('works', run);" : null);

/** Items for all requirements, the first with this answer. */
function documentWith(answer: string, count = 183): string {
  const ids = (length: number, from: number) => Array.from({ length }, (_, index) => `V${from + index}.1.1`).join(', ');
  return [
    `- V1.1.1 (level 1): A requirement. ${answer}`,
    `- ${ids(69, 2)} (level 1): Others. **N/A**: none`,
    `- ${ids(count, 100)} (level 2): More of them. **N/A**: none`,
  ].join('\n');
}

test('accepts a test, a file or a document as proof', () => {
  for (const proof of ['`a/a.test.ts`:\n  “works”', 'by `a/a.test.ts`', 'in [a document](../SECURITY.md#logs)']) {
    expect(findProblems(documentWith(`**Met**: ${proof}`), read)).toEqual([]);
  }
});

test.each([
  ['**Met**: `a/a.test.ts`: “works”, “is gone”', 'V1.1.1: a/a.test.ts has no test “is gone”'],
  ['**Partly**: `a/a.test.ts`: “work”', 'V1.1.1: a/a.test.ts has no test “work”'],
  ['**Met**: `a/b.test.ts`: “works”', 'V1.1.1: a/b.test.ts does not exist'],
  ['**Met**: surely', 'V1.1.1: no test, file or document shows it'],
  ['Yes', 'V1.1.1: "" is none of Met, Partly, Not met, N/A'],
])('refuses the answer %s', (answer, problem) => {
  expect(findProblems(documentWith(answer), read)).toEqual([problem]);
});

test('refuses a document without all requirements, or with one twice', () => {
  expect(findProblems(documentWith('**N/A**: none', 182), read)).toEqual([
    '182 requirements of level 2 instead of 183',
  ]);
  const twice = documentWith('**N/A**: none').replace('V2.1.1', 'V1.1.1');
  expect(findProblems(twice, read)).toEqual(['V1.1.1 is there twice']);
});
