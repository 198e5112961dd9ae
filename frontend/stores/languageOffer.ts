import { currentCode } from '#messages';
import type { LanguageCode } from '#messages/languages.ts';
import { readStored, writeStored } from '../browser/storage.ts';
import { shop } from '../texts/shop.ts';

/** The language that the shopper seems to prefer to the page's; undefined once they have declined it. */
export function languageToOffer(): LanguageCode | undefined {
  if (readStored('languageOffer') !== null) return undefined;
  const codes = shop.languages.map(({ code }) => code);
  const spoken = navigator.languages.map((tag) => codes.find((code) => `${tag}-`.startsWith(`${code}-`)));
  const preferred = spoken.find((code) => code !== undefined);
  return preferred === currentCode() ? undefined : preferred;
}

/** Keeps the language of the page from now on. */
export function declineLanguageOffer(): void {
  writeStored('languageOffer', 'declined');
}
