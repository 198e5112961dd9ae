import { useId } from 'react';
import { m } from '#messages';
import { Select } from '../components/forms/Select.tsx';

type SortSelectProps<Sort extends string> = {
  sort: Sort;
  names: Record<Sort, () => string>;
  onSort: (sort: Sort) => void;
};

/** Chooses the order of a list. */
export function SortSelect<Sort extends string>({ sort, names, onSort }: SortSelectProps<Sort>) {
  const id = useId();
  return (
    <div className="row gap-1 text-compact nowrap">
      <label htmlFor={id} className="soft">
        {m.search.sortBy()}
      </label>
      <Select quiet id={id} value={sort} onChange={({ target }) => onSort(target.value as Sort)}>
        {Object.entries<() => string>(names).map(([value, name]) => (
          <option key={value} value={value}>
            {name()}
          </option>
        ))}
      </Select>
    </div>
  );
}
