import { currentLanguage } from '#messages';

/** "20", "7.7": a rate in percent. */
export function vatRate(rate: number): string {
  return String(rate).replace('.', currentLanguage().decimal);
}
