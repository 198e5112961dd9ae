import { currentLanguage } from '#messages';

/** "a, b, and c" */
export function listed(words: readonly string[]): string {
  return new Intl.ListFormat(currentLanguage().locale).format(words);
}
