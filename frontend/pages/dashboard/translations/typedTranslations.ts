import type { Translations } from '#contract/catalogue/translations.ts';
import { DEFAULT_LANGUAGE, type LanguageCode, languageCodes } from '#messages/languages.ts';

/** Translations as a form holds them: each text in each language, '' where there is none. */
export type TypedTranslations<Field extends string> = Partial<Record<LanguageCode, Record<Field, string>>>;

/** A form's initial translations. */
export function typedTranslations<Field extends string>(
  // A response of the previous release has none.
  translations: Translations<Field> = {},
  fields: readonly Field[],
): TypedTranslations<Field> {
  const codes = languageCodes.filter((code) => code !== DEFAULT_LANGUAGE);
  const typed = codes.map((code) => {
    const texts: Partial<Record<Field, string>> = translations[code] ?? {};
    return [code, Object.fromEntries(fields.map((field) => [field, texts[field] ?? '']))] as const;
  });
  return Object.fromEntries(typed) as TypedTranslations<Field>;
}
