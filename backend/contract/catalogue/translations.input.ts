import { m } from '#messages';
import { DEFAULT_LANGUAGE, isLanguageCode, languageCodes } from '#messages/languages.ts';
import { isStorable, record } from '../values/text.ts';
import type { TranslationChanges } from './translations.ts';

/**
 * Translated texts by language. @param limits the most characters of each text, by field
 */
export function translationsInput<Field extends string>(limits: Record<Field, number>) {
  const properties = Object.fromEntries(
    Object.entries<number>(limits).map(([field, maxLength]) => [field, { type: 'string', maxLength }]),
  );
  const texts = { type: ['object', 'null'], properties, additionalProperties: false };
  const codes = languageCodes.filter((code) => code !== DEFAULT_LANGUAGE);
  return record<TranslationChanges<Field>>(m.translations.wrong)
    .meta({ properties: Object.fromEntries(codes.map((code) => [code, texts])), additionalProperties: false })
    .test('translations', (changes, context) => {
      for (const [code, texts] of Object.entries(changes ?? {})) {
        const problem = problemOf(code, texts, limits);
        if (problem !== null)
          return context.createError({ path: `${context.path}${problem.path}`, message: problem.message });
      }
      return true;
    })
    .optional();
}

type Problem = { path: string; message: string };

function problemOf(code: string, texts: unknown, limits: Record<string, number>): Problem | null {
  if (!isLanguageCode(code) || code === DEFAULT_LANGUAGE)
    return { path: '', message: m.translations.unknownLanguage() };
  if (texts === null) return null;
  if (typeof texts !== 'object' || Array.isArray(texts)) return { path: '', message: m.translations.wrong() };
  for (const [field, text] of Object.entries(texts)) {
    const max = Object.hasOwn(limits, field) ? limits[field] : undefined;
    const path = `.${code}.${field}`;
    if (max === undefined || typeof text !== 'string' || !isStorable(text))
      return { path, message: m.translations.wrong() };
    if (text.length > max) return { path, message: m.translations.tooLong({ max }) };
  }
  return null;
}
