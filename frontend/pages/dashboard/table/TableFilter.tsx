import { Select } from '../../../components/forms/Select.tsx';
import { DayField } from '../DayField.tsx';
import type { TableView } from './useTable.ts';

type TableFilterProps<Row, Column extends string> = {
  view: TableView<Row, Column>;
  /** The query parameter. */
  name: string;
  label: string;
  /** The label of the option that turns the filter off. */
  all: string;
  /** The name of each value. */
  options: Readonly<Record<string, string>>;
  /** Why options are missing; shown as a disabled option. */
  unavailable?: string;
};

/** A select that filters a table by one value; for DataTable's `filters`. */
export function TableFilter<Row, Column extends string>(props: TableFilterProps<Row, Column>) {
  const { view, name, label, all, options, unavailable } = props;
  const value = view.request.filters[name] ?? '';
  const isKnown = value === '' || Object.hasOwn(options, value);
  return (
    <Select aria-label={label} value={value} onChange={({ target }) => view.changeFilter(name, target.value)}>
      <option value="">{all}</option>
      {!isKnown && <option value={value}>…</option>}
      {Object.entries(options).map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
      {unavailable && <option disabled>{unavailable}</option>}
    </Select>
  );
}

/** A date field that filters a table by a day of the shop; for DataTable's `filters`. */
export function DayFilter<Row, Column extends string>({
  view,
  name,
  label,
}: Pick<TableFilterProps<Row, Column>, 'view' | 'name' | 'label'>) {
  return (
    <DayField label={label} value={view.request.filters[name] ?? ''} onChange={(day) => view.changeFilter(name, day)} />
  );
}
