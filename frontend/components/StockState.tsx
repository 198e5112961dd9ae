import type { StockView } from '#contract/catalogue.ts';
import { formatNumber } from '#contract/numbers.ts';
import { Icon, type IconName } from './Icon.tsx';
import styles from './StockState.module.css';

const icons: Record<NonNullable<StockView>['state'], IconName> = { inStock: 'check', low: 'alert', soldOut: 'close' };

/** Whether a product can be bought now. Nothing where units are not counted. */
export function StockState({ stock }: { stock: StockView }) {
  if (stock === null) return null;
  return (
    <span className={styles[stock.state]}>
      <Icon name={icons[stock.state]} size={16} />
      {stockText(stock)}
    </span>
  );
}

/** "Only 2 left". */
export function stockText(stock: NonNullable<StockView>): string {
  if (stock.state === 'low') return `Only ${formatNumber(stock.left)} left`;
  return stock.state === 'inStock' ? 'In stock' : 'Sold out';
}
