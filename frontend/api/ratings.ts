import type { ProductView } from '#contract/catalogue/catalogue.ts';
import type { RatingInput } from '#contract/comments/ratings.input.ts';
import type { ListedProductView } from '#contract/listing/listing.ts';
import { m } from '#messages';
import { showToast } from '../browser/toasts.ts';
import { call } from './call.ts';
import { currentUser, updateCurrentUser } from './currentUser.ts';
import { ApiError, showFailure } from './errors.ts';
import { listing, productsById } from './listing.ts';
import { productPage } from './product.ts';

/** Rates a product, updates its average everywhere and shows the result in a toast. */
export async function rateProduct(rating: RatingInput): Promise<void> {
  try {
    const options = { body: rating, task: m.reviews.rateTask(), showsLoader: true };
    const response = await call<'ProductRated'>('PATCH', '/products/single', options);
    productPage.update((page) => ({
      ...page,
      product: page.product._id === rating.productId ? response.product : page.product,
    }));
    updateListed(response.product);
    updateCurrentUser(response.user);
    showToast('success', response.message);
  } catch (error) {
    showFailure(error);
    // Already rated in another tab or on another device: sync this page.
    if (error instanceof ApiError && error.code === 'conflict') await currentUser.load(null);
  }
}

/** Updates a product in all lists. What only they know stays. */
function updateListed(product: ProductView): void {
  const updated = (products: ListedProductView[]) =>
    products.map((known) => (known._id === product._id ? { ...known, ...product } : known));
  listing.update((page) => ({ ...page, products: updated(page.products) }));
  productsById.update(updated);
}
