import { useId } from 'react';
import { useSnapshot } from 'valtio';
import { formatAmount, fromEuro } from '#contract/money.ts';
import { currency } from '../../stores/currency.ts';
import styles from './PriceSlider.module.css';

type PriceSliderProps = {
  /** EUR. */
  minPrice: number;
  /** The slider's maximum, in EUR. */
  highestPrice: number;
  /** True while there is nothing to filter. */
  disabled: boolean;
  onChange: (minPrice: number) => void;
};

/** The minimum price, from 0 to the highest price. */
export function PriceSlider({ minPrice, highestPrice, disabled, onChange }: PriceSliderProps) {
  const { code } = useSnapshot(currency);
  const id = useId();
  const text = formatAmount(fromEuro(minPrice, code), code, 0);
  return (
    <div className={styles.frame}>
      <label htmlFor={id} className="soft">
        Minimum price
      </label>
      <span className="medium numbers" aria-hidden="true">
        {text}
      </span>
      <input
        id={id}
        type="range"
        className={styles.slider}
        min={0}
        max={highestPrice}
        value={minPrice}
        aria-valuetext={text}
        disabled={disabled}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
    </div>
  );
}
