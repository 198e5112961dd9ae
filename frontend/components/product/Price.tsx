import { useSnapshot } from 'valtio';
import { savingPercent } from '#contract/catalogue/prices.ts';
import { formatPrice } from '#contract/values/money.ts';
import { m } from '#messages';
import { currency } from '../../stores/currency.ts';

type PriceProps = {
  /** EUR, at most two decimals. */
  price: number;
  /** The lowest price before the sale, in EUR; shown only if it is above the price. */
  prior?: number | null;
  /** 0 on cards, 2 where the shopper buys. */
  decimals?: 0 | 2;
};

/**
 * A catalogue price in the shopper's currency. The tooltip of a rounded one is exact. What a sale saves is shown as
 * Directive 98/6/EC, Art. 6a requires.
 */
export function Price({ price, prior = null, decimals = 2 }: PriceProps) {
  const { code } = useSnapshot(currency);
  const percent = savingPercent(price, prior);
  return (
    <span>
      <span className="numbers nowrap" title={decimals === 0 ? formatPrice(price, code) : undefined}>
        {formatPrice(price, code, decimals)}
      </span>
      {prior !== null && prior > price && (
        <>
          {' '}
          <span className="numbers nowrap former-price">
            <s className="soft">
              <span className="visually-hidden">{`${m.sales.prior()} `}</span>
              <span>{formatPrice(prior, code, decimals)}</span>
            </s>{' '}
            {percent > 0 && <span className="accent medium">{m.sales.saving({ percent })}</span>}
          </span>
        </>
      )}
    </span>
  );
}
