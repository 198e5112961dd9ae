import type { LanguageView } from '#contract/shop/settings.ts';

/** The language that a query asks for, or else the first one. */
export function languageIn(search: string, languages: readonly LanguageView[]): LanguageView | undefined {
  const asked = new URLSearchParams(search).get('language');
  return languages.find(({ code }) => code === asked) ?? languages[0];
}
