import { useId } from 'react';
import { useSnapshot } from 'valtio';
import { formatPrice } from '#contract/money.ts';
import { Icon } from '../../components/Icon.tsx';
import { Select } from '../../components/Select.tsx';
import { catalogue, type Sort, setMinPrice, setSearch, setSort } from '../../stores/catalogue.ts';
import { currency } from '../../stores/currency.ts';
import styles from './FilterBar.module.css';

const sorts: { value: Sort; name: string }[] = [
  { value: 'default', name: 'Default' },
  { value: 'asc', name: 'Low price' },
  { value: 'desc', name: 'High price' },
];

type FilterBarProps = {
  /** Where the slider ends, in EUR. */
  highestPrice: number;
  /** While there is nothing to filter yet. */
  disabled: boolean;
};

/** Search, lowest price and order of the catalogue. */
export function FilterBar({ highestPrice, disabled }: FilterBarProps) {
  const { search, minPrice, sort } = useSnapshot(catalogue, { sync: true });
  const { code } = useSnapshot(currency);
  const sliderId = useId();
  const sortId = useId();
  return (
    <search className={styles.bar}>
      <div className={styles.search}>
        <Icon name="search" />
        <input
          type="search"
          className={styles.input}
          aria-label="Search products"
          placeholder="Search products"
          autoComplete="off"
          enterKeyHint="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </div>
      <div className={styles.price}>
        <label htmlFor={sliderId}>Price from</label>
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
          onChange={({ target }) => setMinPrice(target.valueAsNumber)}
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
            if (chosen) setSort(chosen.value);
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
