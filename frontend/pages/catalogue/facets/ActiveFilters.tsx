import { useSnapshot } from 'valtio';
import type { FacetView } from '#contract/listing/listing.ts';
import type { ListingFilter } from '#contract/listing/listing-address.ts';
import { m } from '#messages';
import { Icon } from '../../../components/Icon.tsx';
import { currency } from '../../../stores/currency.ts';
import type { ChangeFilter } from '../useFilter.ts';
import styles from './ActiveFilters.module.css';
import { activeFilters, withoutFilters } from './activeFilters.ts';

type ActiveFiltersProps = {
  filter: ListingFilter;
  facets: readonly FacetView[];
  onChange: ChangeFilter;
};

/** The active filters as chips; each can be removed, or all together. */
export default function ActiveFilters({ filter, facets, onChange }: ActiveFiltersProps) {
  const { code } = useSnapshot(currency);
  const active = activeFilters(filter, facets, code);
  if (active.length === 0) return null;
  return (
    <ul className="cluster gap-2" aria-label={m.search.activeFilters()}>
      {active.map(({ key, text, without }) => (
        <Chip key={key} text={text} onRemove={() => onChange(without)} />
      ))}
      <li>
        <button type="button" className={styles.clear} onClick={() => onChange(withoutFilters)}>
          {m.search.clearAll()}
        </button>
      </li>
    </ul>
  );
}

function Chip({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <li>
      <button type="button" className={styles.chip} aria-label={m.search.remove({ text })} onClick={onRemove}>
        <bdi className="ellipsis">{text}</bdi>
        <Icon name="close" size={14} />
      </button>
    </li>
  );
}
