import type { StockView } from '#contract/catalogue.ts';
import { Icon, type IconName } from '../Icon.tsx';
import styles from './StockState.module.css';
import { stockText } from './stockText.ts';

const icons: Record<NonNullable<StockView>['state'], IconName> = { inStock: 'check', low: 'alert', soldOut: 'close' };

/** Whether a product is in stock. Renders nothing if units are not counted. */
export function StockState({ stock }: { stock: StockView }) {
  if (stock === null) return null;
  return (
    <span className={`medium text-compact ${styles[stock.state]}`}>
      <Icon name={icons[stock.state]} size={16} />
      <span>{stockText(stock)}</span>
    </span>
  );
}
