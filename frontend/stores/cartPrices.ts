import type { ProductView } from '#contract/catalogue/catalogue.ts';
import type { QuoteInput } from '#contract/orders/payments.input.ts';
import { loadByIds } from '../api/listing.ts';
import { quoteCart, unitsLeftOf } from '../api/payments.ts';
import { createRemote, type LoadOptions } from '../api/remote.ts';
import { showOnce } from '../browser/toasts.ts';
import { cart, orderedItems } from './cart.ts';
import { updateCart } from './cartChanges.ts';
import { cartNote } from './cartNote.ts';
import { noteChanges } from './checkout.ts';
import { currency } from './currency.ts';

type CartPrices = {
  /** The products that were in the cart. */
  ids: readonly string[];
  /** Those that are still for sale. */
  products: readonly ProductView[];
  /** Units left for this shopper, by product; only of those of which few are left. */
  left: ReadonlyMap<string, number>;
};

/** The current prices of the products in the cart. Each response updates the cart. */
export const cartPrices = createRemote<null, CartPrices>({
  load: async (_args, options) => {
    const items = orderedItems(cart.items);
    const ids = items.map(({ productId }) => productId);
    const products = await loadByIds(ids, options);
    const scarce = products.filter(({ stock }) => stock !== null && stock.state !== 'inStock').map(({ _id }) => _id);
    const left = await loadLeft(
      items.filter(({ productId }) => scarce.includes(productId)),
      options,
    );
    return { ids, products, left };
  },
  isPublic: true,
});

/** What the catalogue counts as sold may be held by the shopper's own open order: a quote knows. */
async function loadLeft(items: QuoteInput['items'], { signal }: LoadOptions): Promise<ReadonlyMap<string, number>> {
  if (items.length === 0) return new Map();
  const known = (left: { productId: string; left: number | null }[]) =>
    new Map(left.flatMap(({ productId, left }) => (left === null ? [] : [[productId, left] as const])));
  try {
    return known((await quoteCart({ items, currency: currency.code }, signal)).lines);
  } catch (refusal) {
    // Any other refusal shows in step 2, where the shopper can resolve it.
    return known(unitsLeftOf(refusal) ?? []);
  }
}

/** Updates the cart to the catalogue, and shows the changes in a toast and on the cart's page. */
cartPrices.onData((_args, { ids, products }) => {
  const changes = updateCart(ids, products);
  if (changes.repriced.length === 0 && changes.removed.length === 0) return;
  noteChanges(changes);
  const { title } = cartNote(changes, currency.code);
  showOnce('info', title);
});
