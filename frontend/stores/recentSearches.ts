import { proxy } from 'valtio';
import { LISTING_SEARCH_MAX } from '#contract/listing/listing.ts';
import { onForget } from '../api/remote.ts';
import { onStoredElsewhere, readStoredTexts, writeStoredTexts } from '../browser/storage.ts';

const KEPT_MAX = 6;

/** The shopper's searches in this browser, latest first. */
export const recentSearches = proxy({ texts: storedSearches() });

function storedSearches(): string[] {
  return readStoredTexts('searches')
    .filter((text) => text.length <= LISTING_SEARCH_MAX)
    .slice(0, KEPT_MAX);
}

/** Keeps a search. It replaces an earlier one that differs only in case. */
export function rememberSearch(search: string): void {
  const text = search.trim();
  if (text !== '') keep([text, ...otherSearches(text)].slice(0, KEPT_MAX));
}

export function forgetSearch(text: string): void {
  keep(otherSearches(text));
}

/** Read from the storage: another tab may have searched meanwhile. */
function otherSearches(text: string): string[] {
  return storedSearches().filter((known) => known.toLowerCase() !== text.toLowerCase());
}

function keep(texts: string[]): void {
  recentSearches.texts = texts;
  writeStoredTexts('searches', texts);
}

const follow = () => {
  recentSearches.texts = storedSearches();
};
onStoredElsewhere('searches', follow);
onForget(follow);
