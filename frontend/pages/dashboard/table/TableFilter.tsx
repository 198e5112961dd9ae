import { Select } from '../../../components/forms/Select.tsx';
import type { TableView } from './useTable.ts';

type TableFilterProps<Row, Column extends string> = {
  view: TableView<Row, Column>;
  /** The query parameter. */
  name: string;
  label: string;
  /** The label of the option that turns the filter off. */
  all: string;
  options: readonly { value: string; name: string }[];
  /** Why options are missing; shown as a disabled option. */
  unavailable?: string;
};

/** A select that filters a table by one value; for DataTable's `filters`. */
export function TableFilter<Row, Column extends string>(props: TableFilterProps<Row, Column>) {
  const { view, name, label, all, options, unavailable } = props;
  const value = view.request.filters[name] ?? '';
  const isKnown = value === '' || options.some((option) => option.value === value);
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={({ target }) => {
        const { [name]: _replaced, ...others } = view.request.filters;
        view.changeRequest({ filters: target.value === '' ? others : { ...others, [name]: target.value } });
      }}
    >
      <option value="">{all}</option>
      {!isKnown && <option value={value}>…</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.name}
        </option>
      ))}
      {unavailable && <option disabled>{unavailable}</option>}
    </Select>
  );
}
