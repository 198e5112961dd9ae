import type { ListedProductView } from '#contract/listing/listing.ts';
import { errorMessage } from '../api/errors.ts';
import { loadByIds } from '../api/listing.ts';
import { createRemote } from '../api/remote.ts';
import { readStoredTexts, writeStoredTexts } from '../browser/storage.ts';

const RECENTLY_VIEWED_MAX = 8;

/** The ids of the products viewed last in this browser, latest first. */
export function recentlyViewed(): string[] {
  return [...new Set(readStoredTexts('recentlyViewed'))].slice(0, RECENTLY_VIEWED_MAX);
}

export function rememberViewed(productId: string): void {
  const others = recentlyViewed().filter((id) => id !== productId);
  writeStoredTexts('recentlyViewed', [productId, ...others].slice(0, RECENTLY_VIEWED_MAX));
}

/** Products by their ids, loaded without the loader or toasts. */
export const viewedProducts = createRemote<readonly string[], ListedProductView[]>({
  load: (ids, options) => loadByIds(ids, { ...options, showsLoader: false }),
  isPublic: true,
  hiddenMax: 2,
  onFailure: errorMessage,
});
