import { useId } from 'react';
import { useSnapshot } from 'valtio';
import type { ProductSort } from '#contract/listing/listing.ts';
import type { ListingFilter } from '#contract/listing/listing-address.ts';
import { formatAmount, fromEuro } from '#contract/values/money.ts';
import { m } from '#messages';
import { SearchBox } from '../../components/shell/search/SearchBox.tsx';
import { currency } from '../../stores/currency.ts';
import { SortSelect } from '../SortSelect.tsx';
import styles from './FilterBar.module.css';
import type { ChangeFilter } from './useFilter.ts';

const sorts: Record<ProductSort, () => string> = {
  default: m.search.byDefault,
  asc: m.search.byLowPrice,
  desc: m.search.byHighPrice,
  rating: m.search.byRating,
  saving: m.search.bySaving,
};

type FilterBarProps = {
  filter: ListingFilter;
  onChange: ChangeFilter;
  /** The maximum of the price slider, in EUR; without it, the price is filtered elsewhere. */
  highestPrice?: number;
};

/** The search, minimum price and sort order of a list of products. */
export function FilterBar({ filter: { search, minPrice, sort }, onChange, highestPrice }: FilterBarProps) {
  const find = (text: string) => onChange({ search: text }, 'search');
  return (
    <search className={`panel text-compact ${styles.bar} ${highestPrice === undefined ? styles.short : ''}`}>
      <SearchBox className={styles.search} text={search} onType={find} onSearch={find} />
      {highestPrice !== undefined && (
        <PriceSlider
          minPrice={minPrice}
          highestPrice={highestPrice}
          onChange={(minPrice) => onChange({ minPrice }, 'minPrice')}
        />
      )}
      <div className={styles.sort}>
        <SortSelect sort={sort} names={sorts} onSort={(sort) => onChange({ sort })} />
      </div>
    </search>
  );
}

/** Both prices in EUR. */
type PriceSliderProps = { minPrice: number; highestPrice: number; onChange: (minPrice: number) => void };

/** The minimum price, from 0 to the highest price. */
function PriceSlider({ minPrice, highestPrice, onChange }: PriceSliderProps) {
  const { code } = useSnapshot(currency);
  const id = useId();
  const text = formatAmount(fromEuro(minPrice, code), code, 0);
  return (
    <div className={styles.price}>
      <div className="row baseline spread">
        <label htmlFor={id} className="soft">
          {m.home.minimumPrice()}
        </label>
        <span className="medium numbers" aria-hidden="true">
          {text}
        </span>
      </div>
      <input
        id={id}
        type="range"
        className={styles.slider}
        min={0}
        max={highestPrice}
        value={minPrice}
        aria-valuetext={text}
        disabled={highestPrice === 0}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
    </div>
  );
}
