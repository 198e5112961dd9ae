import type { LanguageCode } from '#messages/languages.ts';

/** Texts in other languages than the default one, by language and field. A missing one falls back to the default text. */
export type Translations<Field extends string> = Partial<Record<LanguageCode, Partial<Record<Field, string>>>>;

export type ProductTranslations = Partial<
  Record<LanguageCode, { title?: string; description?: string; safety?: string }>
>;
export type CategoryTranslations = Partial<Record<LanguageCode, { categoryName?: string }>>;
export type MethodTranslations = Partial<Record<LanguageCode, { name?: string }>>;

/** A change of translations: null removes a language, a blank text is none, and what is absent stays. */
export type TranslationChanges<Field extends string> = Partial<
  Record<LanguageCode, Partial<Record<Field, string>> | null>
>;

/** The translations after a change. */
export function changeTranslations<Field extends string>(
  current: Translations<Field>,
  changes: TranslationChanges<Field> = {},
): Translations<Field> {
  const changed = Object.entries({ ...current, ...changes }).map(([code, given]) => {
    const texts: Partial<Record<string, string>> = given === null ? {} : { ...current[code as LanguageCode], ...given };
    return [code, Object.fromEntries(Object.entries(texts).filter(([, text = '']) => text.trim() !== ''))] as const;
  });
  return Object.fromEntries(changed.filter(([, texts]) => Object.keys(texts).length > 0)) as Translations<Field>;
}

/** What changes one version of the translations into another: only the texts that differ. */
export function translationChanges<Field extends string>(
  before: Translations<Field>,
  after: Translations<Field>,
): TranslationChanges<Field> {
  const changes: Partial<Record<LanguageCode, Partial<Record<string, string>>>> = {};
  for (const code of Object.keys({ ...before, ...after }) as LanguageCode[]) {
    const former: Partial<Record<string, string>> = before[code] ?? {};
    const texts: Partial<Record<string, string>> = after[code] ?? {};
    const differing = Object.keys({ ...former, ...texts }).filter(
      (field) => (former[field] ?? '') !== (texts[field] ?? ''),
    );
    if (differing.length > 0) changes[code] = Object.fromEntries(differing.map((field) => [field, texts[field] ?? '']));
  }
  return changes as TranslationChanges<Field>;
}
