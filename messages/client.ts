/** Stands for messages.ts in the client. Building it writes each message where it is used: see vite-plugin.ts. */
import { formattersOf } from './formatters.ts';
import type { Language, LanguageCode } from './languages.ts';

const language: Language = import.meta.env.LANGUAGE;

export function currentCode(): LanguageCode {
  return import.meta.env.LANGUAGE_CODE;
}

export function currentLanguage(): Language {
  return language;
}

export const { $number, $plural, $select } = formattersOf(language);

/** Only for the import: no use of these is left in the built client. */
export const m = undefined;
export const inEach = undefined;
