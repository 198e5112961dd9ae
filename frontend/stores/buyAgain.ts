import type { OrderLineView } from '#contract/orders/orders.ts';
import { loadByIds } from '../api/listing.ts';
import { addUnits } from './cart.ts';

/** What came of putting an order into the cart again: titles. */
export type BoughtAgain = { added: string[]; gone: string[]; soldOut: string[] };

/** Puts the lines of an order into the cart that are still sold. @throws ApiError */
export async function buyAgain(lines: readonly OrderLineView[]): Promise<BoughtAgain> {
  const ids = lines.map(({ productId }) => productId);
  const { signal } = new AbortController();
  const products = new Map(
    (await loadByIds(ids, { signal, showsLoader: false })).map((product) => [product._id, product]),
  );
  const result: BoughtAgain = { added: [], gone: [], soldOut: [] };
  for (const { productId, title, count } of lines) {
    const product = products.get(productId);
    if (product === undefined) result.gone.push(title);
    else if (product.stock?.state === 'soldOut') result.soldOut.push(title);
    else {
      addUnits(product, count);
      result.added.push(title);
    }
  }
  return result;
}
