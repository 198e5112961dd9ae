import type { ProductView } from '#contract/catalogue.ts';
import { loadByIds } from '../api/listing.ts';
import { createRemote } from '../api/remote.ts';
import { showOnce } from '../browser/toasts.ts';
import { cart } from './cart.ts';
import { updateCart } from './cartChanges.ts';
import { cartNote } from './cartNote.ts';
import { noteChanges } from './checkout.ts';
import { currency } from './currency.ts';

type CartPrices = {
  /** The products that were in the cart. */
  ids: readonly string[];
  /** Those that are still for sale. */
  products: readonly ProductView[];
};

/** The current prices of the products in the cart. Each response updates the cart. */
export const cartPrices = createRemote<null, CartPrices>({
  load: async (_args, options) => {
    const ids = cart.items.map(({ _id }) => _id);
    return { ids, products: await loadByIds(ids, options) };
  },
  isPublic: true,
});

/** Updates the cart to the catalogue, and shows the changes in a toast and on the cart's page. */
cartPrices.onData((_args, { ids, products }) => {
  const changes = updateCart(ids, products);
  if (changes.repriced.length === 0 && changes.removed.length === 0) return;
  noteChanges(changes);
  const { title } = cartNote(changes, currency.code);
  showOnce('info', title);
});
