import type { ProductView } from '#contract/catalogue.ts';
import type { ProductPageView } from '#contract/listing.ts';
import type { RatingInput } from '#contract/ratings.input.ts';
import type { UserView } from '#contract/users.ts';
import { showToast } from '../browser/toasts.ts';
import { fallback } from '../texts/messages.ts';
import { call } from './call.ts';
import { currentUser, updateCurrentUser } from './currentUser.ts';
import { ApiError, showFailure } from './errors.ts';
import { findListed, listing, updateListed } from './listing.ts';
import { createRemote, type LoadOptions } from './remote.ts';
import { useRemote, useRemoteState } from './useRemote.ts';

/** One product, by its id. */
export const product = createRemote<string, ProductView>({
  load: async (id, options) => {
    const page = await loadProductPage(id, options);
    relatedProducts.write(id, page.related);
    return page.product;
  },
  isPublic: true,
});

/** The products like one, by its id. They come with it. */
export const relatedProducts = createRemote<string, ProductView[]>({
  load: async (id, options) => (await loadProductPage(id, options)).related,
  isPublic: true,
});

/** @throws ApiError */
function loadProductPage(id: string, options: LoadOptions): Promise<ProductPageView> {
  return call('GET', `/products/single/${encodeURIComponent(id)}`, options);
}

// The product's page must not show an older price than the list.
listing.onData(() => product.forgetHidden());

/** A product. Its entry in a list shows until the server responds. */
export function useProduct(id: string) {
  const view = useRemote(product, id);
  return { ...view, data: view.data ?? findListed(id) };
}

/** The products like one, once that one is loaded. */
export function useRelatedProducts(id: string): readonly ProductView[] {
  return useRemoteState(relatedProducts, id).data ?? [];
}

type RatingResponse = { message: string; user: UserView; product: ProductView };

/** Rates a product, updates its average everywhere and shows the result in a toast. */
export async function rateProduct(rating: RatingInput): Promise<void> {
  try {
    const response = await call<RatingResponse>('PATCH', '/products/single', {
      body: rating,
      fallback: fallback.rateProduct,
    });
    product.write(response.product._id, response.product);
    updateListed(response.product);
    updateCurrentUser(response.user);
    showToast('success', response.message);
  } catch (error) {
    showFailure(error);
    // Already rated in another tab or on another device: sync this page.
    if (error instanceof ApiError && error.code === 'conflict') await currentUser.load(null);
  }
}
