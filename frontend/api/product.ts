import type { ProductView } from '#contract/catalogue.ts';
import type { RatingInput } from '#contract/ratings.input.ts';
import type { UserView } from '#contract/users.ts';
import { fallback } from '../messages.ts';
import { showToast } from '../toasts.ts';
import { call } from './call.ts';
import { currentUser, updateCurrentUser } from './currentUser.ts';
import { ApiError, showFailure } from './errors.ts';
import { findListed, listing, updateListed } from './listing.ts';
import { createRemote } from './remote.ts';
import { useRemote } from './useRemote.ts';

/** One product, by its id. */
export const product = createRemote<string, ProductView>({
  load: async (id, options) => {
    const path = `/products/single/${encodeURIComponent(id)}`;
    return (await call<{ product: ProductView }>('GET', path, options)).product;
  },
  isPublic: true,
});

// The product's page must not show an older price than the list.
listing.onData(() => product.forgetHidden());

/** A product. Its entry in a list shows until the server responds. */
export function useProduct(id: string) {
  const view = useRemote(product, id);
  return { ...view, data: view.data ?? findListed(id) };
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
