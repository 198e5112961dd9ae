import type { LanguageCode } from '#messages/languages.ts';

/** Texts in other languages than the default one, by language and field. A missing one falls back to the default text. */
export type Translations<Field extends string> = Partial<Record<LanguageCode, Partial<Record<Field, string>>>>;

export type ProductTranslations = Partial<Record<LanguageCode, { title?: string; description?: string }>>;
export type CategoryTranslations = Partial<Record<LanguageCode, { categoryName?: string }>>;
export type MethodTranslations = Partial<Record<LanguageCode, { name?: string }>>;

/** A change of translations: null removes a language, '' empties a text, and what is absent stays. */
export type TranslationChanges<Field extends string> = Partial<
  Record<LanguageCode, Partial<Record<Field, string>> | null>
>;

/** The translations after a change. */
export function changeTranslations<Field extends string>(
  current: Translations<Field>,
  changes: TranslationChanges<Field> = {},
): Translations<Field> {
  const changed = Object.entries({ ...current, ...changes }).map(([code, given]) => {
    const texts = given === null ? {} : { ...current[code as LanguageCode], ...given };
    return [code, Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))] as const;
  });
  return Object.fromEntries(changed.filter(([, texts]) => Object.keys(texts).length > 0)) as Translations<Field>;
}
