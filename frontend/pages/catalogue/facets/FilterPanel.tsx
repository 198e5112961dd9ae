import { useSnapshot } from 'valtio';
import type { ListingView } from '#contract/listing/listing.ts';
import { type ListingFilter, noFilter } from '#contract/listing/listing-address.ts';
import { currencies, fromEuro, toEuro } from '#contract/values/money.ts';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import { currency } from '../../../stores/currency.ts';
import type { ChangeFilter } from '../useFilter.ts';
import { Facet } from './Facet.tsx';
import styles from './FilterPanel.module.css';
import { Choice, Group } from './Group.tsx';
import { NumberField } from './NumberField.tsx';

export type FilterPanelProps = {
  filter: ListingFilter;
  /** The list on screen; undefined before the first. */
  listed: ListingView | undefined;
  onChange: ChangeFilter;
};

/** All filters of a category. */
export default function FilterPanel({ filter, listed, onChange }: FilterPanelProps) {
  return (
    <div className={styles.panel}>
      <PriceGroup filter={filter} listed={listed} onChange={onChange} />
      <Group title={m.search.availability()}>
        <Choice isChosen={filter.inStock} onToggle={() => onChange({ inStock: !filter.inStock })}>
          {m.product.inStock()}
        </Choice>
        <Choice isChosen={filter.onSale} onToggle={() => onChange({ onSale: !filter.onSale })}>
          {m.search.onSale()}
        </Choice>
      </Group>
      {listed?.facets.map((facet) => (
        <Facet key={facet.code} facet={facet} attributes={filter.attributes} onChange={onChange} />
      ))}
    </div>
  );
}

/** The price in the shopper's currency. */
function PriceGroup({ filter: { minPrice, maxPrice }, listed, onChange }: FilterPanelProps) {
  const { code } = useSnapshot(currency);
  const { symbol } = currencies[code];
  const highestPrice = listed?.highestPrice ?? 0;
  const given = (amount: number | null) => amount && toEuro(Math.max(0, amount), code);
  return (
    <Group title={m.search.price()}>
      <div className={styles.range}>
        <NumberField
          label={m.search.from()}
          value={minPrice === noFilter.minPrice ? null : fromEuro(minPrice, code)}
          placeholder="0"
          unit={symbol}
          onChange={(amount) => onChange({ minPrice: given(amount) ?? noFilter.minPrice }, 'minPrice')}
        />
        <NumberField
          label={m.search.to()}
          value={maxPrice && fromEuro(maxPrice, code)}
          placeholder={formatNumber(Math.ceil(fromEuro(highestPrice, code)))}
          unit={symbol}
          onChange={(amount) => onChange({ maxPrice: given(amount) }, 'maxPrice')}
        />
      </div>
    </Group>
  );
}
