import type { CategoryTileView } from '#contract/listing/listing.ts';
import { call } from './call.ts';
import { errorMessage } from './errors.ts';
import { createRemote } from './remote.ts';
import { useRemote } from './useRemote.ts';

/** The categories that have products, by name. */
const categories = createRemote<null, CategoryTileView[]>({
  load: async (_args, { signal }) => {
    // Never the full-screen loader: no page waits for the categories alone.
    const { categories } = await call<'Categories'>('GET', '/categories', { signal });
    return categories.filter(({ productCount }) => productCount > 0);
  },
  isPublic: true,
  // The component shows the failure; a toast would interrupt shoppers who didn't ask for categories.
  onFailure: errorMessage,
});

export function useCategories() {
  return useRemote(categories, null);
}
