import type { LanguageCode } from '#messages/languages.ts';
import { writeStored } from '../browser/storage.ts';

/** The language that the shopper seems to prefer to the page's, as early.js has found; undefined once they declined it. */
export function languageToOffer(): LanguageCode | undefined {
  return document.documentElement.dataset.offer as LanguageCode | undefined;
}

/** Keeps the language of the page from now on. */
export function declineLanguageOffer(): void {
  writeStored('languageOffer', 'declined');
  delete document.documentElement.dataset.offer;
}
