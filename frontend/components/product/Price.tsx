import { useSnapshot } from 'valtio';
import { formatPrice } from '#contract/money.ts';
import { currency } from '../../stores/currency.ts';
import styles from './Price.module.css';

type PriceProps = {
  /** EUR, at most two decimals. */
  price: number;
  /** 0 on cards, 2 where the shopper buys. */
  decimals?: 0 | 2;
};

/** A catalogue price in the shopper's currency. */
export function Price({ price, decimals = 2 }: PriceProps) {
  const { code } = useSnapshot(currency);
  return <span className={styles.price}>{formatPrice(price, code, decimals)}</span>;
}
