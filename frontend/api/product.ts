import type { ProductView } from '#contract/catalogue/catalogue.ts';
import type { ProductPageView } from '#contract/listing/listing.ts';
import { call } from './call.ts';
import { errorMessage } from './errors.ts';
import { findListed, listing, loadByIds } from './listing.ts';
import { createRemote } from './remote.ts';
import { useRemote, useRemoteState } from './useRemote.ts';

/** A product with those like it, by its id. */
export const productPage = createRemote<string, ProductPageView>({
  load: (id, options) => call<'ProductPage'>('GET', `/products/single/${encodeURIComponent(id)}`, options),
  isPublic: true,
});

// The product's page must not show an older price than the list.
listing.onData(() => productPage.forgetHidden());

/** A product. Its entry in a list shows until the server responds. */
export function useProduct(id: string) {
  const view = useRemote(productPage, id);
  return { ...view, data: view.data?.product ?? findListed(id) };
}

/** The products like one, once that one is loaded. */
export function useRelatedProducts(id: string): readonly ProductView[] {
  return useRemoteState(productPage, id).data?.related ?? [];
}

/** The variants of a product by their ids. Optional: the page works if they can't be loaded. */
const variants = createRemote<readonly string[], ProductView[]>({
  load: (ids, { signal }) => loadByIds(ids, { signal, showsLoader: false }),
  isPublic: true,
  hiddenMax: 2,
  onFailure: errorMessage,
});

/** The variants with these ids that can be loaded; none until then. */
export function useVariants(ids: readonly string[]): readonly ProductView[] {
  return useRemote(variants, ids).data ?? [];
}
