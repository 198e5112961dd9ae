import { proxy } from 'valtio';
import { m } from '#messages';
import { onStoredElsewhere, readStoredTexts, writeStoredTexts } from '../browser/storage.ts';
import { showOnce } from '../browser/toasts.ts';

/** The number of products that fit side by side. */
export const COMPARED_MAX = 4;

function storedIds(): string[] {
  return [...new Set(readStoredTexts('comparison'))].slice(0, COMPARED_MAX);
}

/** The products that the shopper has chosen to compare. */
export const comparison = proxy<{ ids: string[] }>({ ids: storedIds() });

onStoredElsewhere('comparison', () => {
  comparison.ids = storedIds();
});

function choose(ids: string[]): void {
  comparison.ids = ids;
  writeStoredTexts('comparison', ids);
}

/** Adds or removes a product. Shows a toast if the comparison is full. */
export function toggleCompared(productId: string): void {
  if (comparison.ids.includes(productId)) removeCompared(productId);
  else if (comparison.ids.length < COMPARED_MAX) choose([...comparison.ids, productId]);
  else showOnce('info', m.compare.full({ max: COMPARED_MAX }));
}

export function removeCompared(productId: string): void {
  choose(comparison.ids.filter((id) => id !== productId));
}

export function clearComparison(): void {
  choose([]);
}
