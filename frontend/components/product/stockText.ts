import type { StockView } from '#contract/catalogue/catalogue.ts';
import { m } from '#messages';

/** "Only 2 left". */
export function stockText(stock: NonNullable<StockView>): string {
  if (stock.state === 'low') return m.product.onlyLeft({ left: stock.left });
  return stock.state === 'inStock' ? m.product.inStock() : m.product.soldOut();
}
