import { expect, test } from 'vitest';
import { inLanguage } from '#messages/context.ts';
import { emptyPlainText, plainTextOf, readPlain } from './plainFields.ts';

test.each([
  ['en', '7.5'],
  ['de', '7,5'],
  ['sr', '7,5'],
] as const)('a form in %s shows a decimal number as %s', (language, text) => {
  inLanguage(language, () => {
    const values = { ...readPlain(emptyPlainText), repairScore: 7.5 };
    expect(plainTextOf(values).repairScore).toBe(text);
    expect(readPlain(plainTextOf(values)).repairScore).toBe(7.5);
  });
});
