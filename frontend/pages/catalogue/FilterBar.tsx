import { useId } from 'react';
import { useSnapshot } from 'valtio';
import type { ProductSort } from '#contract/listing.ts';
import type { ListingFilter } from '#contract/listing-address.ts';
import { formatPrice } from '#contract/money.ts';
import { SearchBox } from '../../components/SearchBox.tsx';
import { Select } from '../../components/Select.tsx';
import { currency } from '../../stores/currency.ts';
import styles from './FilterBar.module.css';

const sorts: { value: ProductSort; name: string }[] = [
  { value: 'default', name: 'Default' },
  { value: 'asc', name: 'Low price' },
  { value: 'desc', name: 'High price' },
  { value: 'rating', name: 'Top rated' },
];

type FilterBarProps = {
  filter: ListingFilter;
  onChange: (change: Partial<ListingFilter>) => void;
  /** The slider's maximum, in EUR. */
  highestPrice: number;
  /** Set while there is nothing to filter. */
  disabled: boolean;
};

/** The catalogue's search, minimum price and sort order. */
export function FilterBar({ filter, onChange, highestPrice, disabled }: FilterBarProps) {
  const { search, minPrice, sort } = filter;
  const { code } = useSnapshot(currency);
  const sliderId = useId();
  const sortId = useId();
  return (
    <search className={styles.bar}>
      <SearchBox
        className={styles.search}
        text={search}
        onType={(text) => onChange({ search: text })}
        onSearch={(text) => onChange({ search: text })}
      />
      <div className={styles.price}>
        <label htmlFor={sliderId}>Minimum price</label>
        <span className={styles.value} aria-hidden="true">
          {formatPrice(minPrice, code, 0)}
        </span>
        <input
          id={sliderId}
          type="range"
          className={styles.slider}
          min={0}
          max={highestPrice}
          value={minPrice}
          aria-valuetext={formatPrice(minPrice, code, 0)}
          disabled={disabled}
          onChange={({ target }) => onChange({ minPrice: target.valueAsNumber })}
        />
      </div>
      <div className={styles.sort}>
        <label htmlFor={sortId}>Sort by</label>
        <Select
          quiet
          id={sortId}
          value={sort}
          onChange={({ target }) => {
            const chosen = sorts.find(({ value }) => value === target.value);
            if (chosen) onChange({ sort: chosen.value });
          }}
        >
          {sorts.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      </div>
    </search>
  );
}
