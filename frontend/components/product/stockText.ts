import type { StockView } from '#contract/catalogue.ts';
import { formatNumber } from '#contract/numbers.ts';

/** "Only 2 left". */
export function stockText(stock: NonNullable<StockView>): string {
  if (stock.state === 'low') return `Only ${formatNumber(stock.left)} left`;
  return stock.state === 'inStock' ? 'In stock' : 'Sold out';
}
