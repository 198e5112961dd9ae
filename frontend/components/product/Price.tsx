import { useSnapshot } from 'valtio';
import { formatPrice } from '#contract/money.ts';
import { currency } from '../../stores/currency.ts';

type PriceProps = {
  /** EUR, at most two decimals. */
  price: number;
  /** 0 on cards, 2 where the shopper buys. */
  decimals?: 0 | 2;
};

/** A catalogue price in the shopper's currency. The tooltip of a rounded one is exact. */
export function Price({ price, decimals = 2 }: PriceProps) {
  const { code } = useSnapshot(currency);
  return (
    <span className="numbers nowrap" title={decimals === 0 ? formatPrice(price, code) : undefined}>
      {formatPrice(price, code, decimals)}
    </span>
  );
}
