import { type ComponentProps, useId } from 'react';
import type { ProductSort } from '#contract/listing.ts';
import type { ListingFilter } from '#contract/listing-address.ts';
import { Select } from '../../components/forms/Select.tsx';
import { SearchBox } from '../../components/shell/SearchBox.tsx';
import styles from './FilterBar.module.css';
import { PriceSlider } from './PriceSlider.tsx';

const sorts: { value: ProductSort; name: string }[] = [
  { value: 'default', name: 'Default' },
  { value: 'asc', name: 'Low price' },
  { value: 'desc', name: 'High price' },
  { value: 'rating', name: 'Top rated' },
];

type FilterBarProps = {
  filter: ListingFilter;
  onChange: (change: Partial<ListingFilter>) => void;
  /** The price slider; without it, the price is filtered elsewhere. */
  price?: Pick<ComponentProps<typeof PriceSlider>, 'highestPrice' | 'disabled'>;
};

/** The search, minimum price and sort order of a list of products. */
export function FilterBar({ filter, onChange, price }: FilterBarProps) {
  const { search, minPrice, sort } = filter;
  const sortId = useId();
  return (
    <search className={price ? styles.bar : `${styles.bar} ${styles.short}`}>
      <SearchBox
        className={styles.search}
        text={search}
        onType={(text) => onChange({ search: text })}
        onSearch={(text) => onChange({ search: text })}
      />
      {price && (
        <div className={styles.price}>
          <PriceSlider {...price} minPrice={minPrice} onChange={(minPrice) => onChange({ minPrice })} />
        </div>
      )}
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
