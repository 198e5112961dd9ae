import type { ProductView } from '#contract/catalogue/catalogue.ts';
import { cart, setCount, shownOf, storeCart } from './cart.ts';

/** The shop's changes to a cart. */
export type CartChanges = {
  /** In EUR. */
  repriced: readonly { readonly _id: string; readonly title: string; readonly from: number; readonly to: number }[];
  /** Titles of products that are no longer sold. */
  removed: readonly string[];
  /** Products of which the shop had fewer units than the cart. */
  limited: readonly { readonly _id: string; readonly title: string; readonly left: number }[];
};

/** Removes products that are no longer sold. */
export function removeMissing(ids: readonly string[]): CartChanges {
  const removed = cart.items.filter(({ _id }) => ids.includes(_id)).map(({ title }) => title);
  cart.items = cart.items.filter(({ _id }) => !ids.includes(_id));
  storeCart();
  return { repriced: [], removed, limited: [] };
}

/**
 * Updates the cart to the catalogue's current prices and products.
 * @param ids the products that were asked for; others may have been added since and stay as they are
 * @param products those that are still sold
 */
export function updateCart(ids: readonly string[], products: readonly ProductView[]): CartChanges {
  const sold = new Map(products.map((product) => [product._id, product]));
  const { removed } = removeMissing(ids.filter((_id) => !sold.has(_id)));
  const repriced: CartChanges['repriced'][number][] = [];
  for (const item of cart.items) {
    const product = sold.get(item._id);
    if (!product) continue;
    const { title, price } = product;
    if (price !== item.price) repriced.push({ _id: item._id, title, from: item.price, to: price });
    Object.assign(item, shownOf(product));
    setCount(item, item.count);
  }
  storeCart();
  return { repriced, removed, limited: [] };
}

/** Removes paid units from the cart. */
export function removePaid(lines: readonly { productId: string; count: number }[]): void {
  const paid = new Map(lines.map(({ productId, count }) => [productId, count]));
  const left = cart.items.filter(({ _id, count }) => count > (paid.get(_id) ?? 0));
  for (const item of left) setCount(item, item.count - (paid.get(item._id) ?? 0));
  cart.items = left;
  storeCart();
}
