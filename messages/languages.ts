export { DEFAULT_LANGUAGE } from './default-language.ts';

export type Language = {
  /** In itself. */
  name: string;
  /** The tag by which `Intl` formats, sorts and counts (BCP 47). */
  locale: string;
  dir: 'ltr' | 'rtl';
  /** What separates groups of three digits, and the decimals. */
  group: string;
  decimal: string;
  /** Made from English to show what was forgotten, and never in production. */
  isGenerated?: true;
};

/** Every language by its code, which addresses, headers and `lang` state. Each has a file of messages in this folder. */
const all = {
  en: { name: 'English', locale: 'en-US', dir: 'ltr', group: ',', decimal: '.' },
  de: { name: 'Deutsch', locale: 'de', dir: 'ltr', group: '.', decimal: ',' },
  sr: { name: 'Srpski', locale: 'sr-Latn', dir: 'ltr', group: '.', decimal: ',' },
  'en-XA': { name: 'Àççéñţš', locale: 'en-US', dir: 'ltr', group: ',', decimal: '.', isGenerated: true },
  'ar-XB': { name: 'Mirrored', locale: 'ar-u-nu-latn', dir: 'rtl', group: ',', decimal: '.', isGenerated: true },
} as const satisfies Record<string, Language>;

export type LanguageCode = keyof typeof all;

export const languages: Record<LanguageCode, Language> = all;

export const languageCodes = Object.keys(all) as LanguageCode[];

/** Whether a value is the code of a language, letter by letter. */
export function isLanguageCode(value: unknown): value is LanguageCode {
  return languageCodes.some((code) => code === value);
}

/** The languages that a shop in production may speak. */
export const shopLanguages = languageCodes.filter((code) => !languages[code].isGenerated);

/** The languages that only tests speak. */
export const generatedLanguages = languageCodes.filter((code) => languages[code].isGenerated);
