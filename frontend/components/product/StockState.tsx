import type { StockView } from '#contract/catalogue/catalogue.ts';
import { Icon, type IconName } from '../Icon.tsx';
import { stockText } from './stockText.ts';

const looks: Record<NonNullable<StockView>['state'], { icon: IconName; tone: string }> = {
  inStock: { icon: 'check', tone: 'accent' },
  low: { icon: 'alert', tone: 'warning' },
  soldOut: { icon: 'close', tone: 'soft' },
};

/** Whether a product is in stock. Renders nothing if units are not counted. */
export function StockState({ stock }: { stock: StockView }) {
  if (stock === null) return null;
  const { icon, tone } = looks[stock.state];
  return (
    <span className={`row gap-1 medium text-compact ${tone}`}>
      <Icon name={icon} size={16} />
      <span>{stockText(stock)}</span>
    </span>
  );
}
