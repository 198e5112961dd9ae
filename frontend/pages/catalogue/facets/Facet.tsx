import { useState } from 'react';
import type { FacetView } from '#contract/listing/listing.ts';
import type { AttributeFilter } from '#contract/listing/listing-address.ts';
import { formatDecimal, formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import { Button } from '../../../components/Button.tsx';
import type { ChangeFilter } from '../useFilter.ts';
import { formatValue } from './activeFilters.ts';
import { attributeFilter, changedAttributes, toggledValue } from './attributeChanges.ts';
import styles from './FilterPanel.module.css';
import { Choice, Group } from './Group.tsx';
import { NumberField } from './NumberField.tsx';

/** How many values show at first. */
const FIRST_VALUES = 8;
/** How many of those that hardly narrow the list: each belongs to one product. */
const FIRST_SCATTERED = 3;

type FacetProps = {
  facet: FacetView;
  attributes: readonly AttributeFilter[];
  onChange: ChangeFilter;
};

/** The choices of an attribute: its values, or a range of numbers if there are too many or each is another. */
export function Facet({ facet, attributes, onChange }: FacetProps) {
  // Decided once: other filters thin the values out, and the controls should stay.
  const [isScattered] = useState(() => facet.values.length > 4 && facet.values.every(({ count }) => count === 1));
  const { code, name, unit } = facet;
  const { values: chosen, min, max } = attributeFilter(attributes, code);
  const isNumber = facet.type === 'number';
  const hasRange = isNumber && (isScattered || facet.values.length === 0 || min !== null || max !== null);
  const limit = (change: { min: number | null } | { max: number | null }) =>
    onChange({ attributes: changedAttributes(attributes, code, change) }, `${code}.${Object.keys(change).join()}`);
  const placeholder = (end: number | null | undefined) => (end === null || end === undefined ? '' : formatDecimal(end));

  return (
    <Group title={name}>
      <Values
        facet={facet}
        first={isScattered ? (isNumber ? 0 : FIRST_SCATTERED) : FIRST_VALUES}
        chosen={chosen}
        onToggle={(value) => onChange({ attributes: toggledValue(attributes, code, value) })}
      />
      {hasRange && (
        <div className={styles.range}>
          <NumberField
            label={m.search.from()}
            value={min}
            placeholder={placeholder(facet.min)}
            unit={unit}
            onChange={(min) => limit({ min })}
          />
          <NumberField
            label={m.search.to()}
            value={max}
            placeholder={placeholder(facet.max)}
            unit={unit}
            onChange={(max) => limit({ max })}
          />
        </div>
      )}
    </Group>
  );
}

type ValuesProps = {
  facet: FacetView;
  /** How many show at first; with 0, only those that are chosen. */
  first: number;
  chosen: readonly string[];
  onToggle: (value: string) => void;
};

function Values({ facet, first, chosen, onToggle }: ValuesProps) {
  const [isOpen, setIsOpen] = useState(false);
  const known = facet.values.map(({ value, count }) => ({ value: String(value), count }));
  // Yes before no.
  if (facet.type === 'boolean') known.sort((one, other) => (one.value < other.value ? 1 : -1));
  // A chosen value stays in reach, even if the other filters leave no product with it.
  const lost = chosen.filter((value) => !known.some((other) => other.value === value));
  const all = [...known, ...lost.map((value) => ({ value, count: 0 }))];
  const shown = isOpen ? all : all.filter(({ value }, index) => index < first || chosen.includes(value));
  if (shown.length === 0) return null;

  return (
    <>
      <ul className={styles.values}>
        {shown.map(({ value, count }) => (
          <li key={value}>
            <Choice isChosen={chosen.includes(value)} onToggle={() => onToggle(value)}>
              <bdi>{formatValue(facet, value)}</bdi> <span className="soft numbers">{`(${formatNumber(count)})`}</span>
            </Choice>
          </li>
        ))}
      </ul>
      {isOpen && facet.type === 'text' && facet.hasMore && <p className="soft text-compact">{m.search.mostCommon()}</p>}
      {first > 0 && all.length > first && (isOpen || shown.length < all.length) && (
        <Button
          variant="quiet"
          size="small"
          className={styles.more}
          aria-label={isOpen ? m.search.showFewerOf({ name: facet.name }) : m.search.showMoreOf({ name: facet.name })}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? m.search.showFewer() : m.search.showMore()}
        </Button>
      )}
    </>
  );
}
