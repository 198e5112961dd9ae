import type { BuyItem } from '#contract/catalogue/buy-links.ts';
import type { ProductView } from '#contract/catalogue/catalogue.ts';
import { COUNT_MAX, COUNT_MIN } from '#contract/orders/payments.ts';
import { m } from '#messages';
import { stockText } from '../../components/product/stockText.ts';
import type { CartItem } from '../../stores/cart.ts';

export type SelectionLine = {
  productId: string;
  /** Undefined if the shop doesn't sell it. */
  product: ProductView | undefined;
  /** How many can be added to the cart. */
  units: number;
  /** How many are in the cart. */
  inCart: number;
  /** Why these are not as many as the link asks for. */
  problem: string | null;
};

/** What a link would add to the cart. */
export function selectionLines(
  asked: readonly BuyItem[],
  products: readonly ProductView[],
  items: readonly Pick<CartItem, '_id' | 'count'>[],
): SelectionLine[] {
  return asked.map(({ productId, count }) => {
    const product = products.find(({ _id }) => _id === productId);
    const inCart = items.find(({ _id }) => _id === productId)?.count ?? 0;
    return { productId, product, inCart, ...addable(count, product, inCart) };
  });
}

function addable(
  count: number,
  product: ProductView | undefined,
  inCart: number,
): Pick<SelectionLine, 'units' | 'problem'> {
  if (product === undefined) return { units: 0, problem: m.selection.gone() };
  if (count < COUNT_MIN || count > COUNT_MAX) {
    return { units: 0, problem: m.selection.wrongCount({ count, max: COUNT_MAX }) };
  }
  const { stock } = product;
  if (stock?.state === 'soldOut') return { units: 0, problem: m.product.soldOut() };
  const left = stock?.state === 'low' ? stock.left : COUNT_MAX;
  const units = Math.max(0, Math.min(count, Math.min(left, COUNT_MAX) - inCart));
  if (units === count) return { units, problem: null };
  return { units, problem: stock && left < COUNT_MAX ? stockText(stock) : m.cart.full({ limit: COUNT_MAX }) };
}
