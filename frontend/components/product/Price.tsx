import { useSnapshot } from 'valtio';
import { formatPrice } from '#contract/money.ts';
import { currency } from '../../stores/currency.ts';

type PriceProps = {
  /** EUR, at most two decimals. */
  price: number;
  /** 0 on cards, 2 where the shopper buys. */
  decimals?: 0 | 2;
};

/** A catalogue price in the shopper's currency. */
export function Price({ price, decimals = 2 }: PriceProps) {
  const { code } = useSnapshot(currency);
  return <span className="numbers nowrap">{formatPrice(price, code, decimals)}</span>;
}
