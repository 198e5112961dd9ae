import { useId } from 'react';
import styles from './DayFilter.module.css';
import type { TableView } from './useTable.ts';

type DayFilterProps<Row, Column extends string> = {
  view: TableView<Row, Column>;
  /** The query parameter. */
  name: string;
  label: string;
};

/** A date field that filters a table by a day of the shop; for DataTable's `filters`. */
export function DayFilter<Row, Column extends string>({ view, name, label }: DayFilterProps<Row, Column>) {
  const id = useId();
  return (
    <span className={styles.day}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={view.request.filters[name] ?? ''}
        onChange={({ target }) => {
          const { [name]: _replaced, ...others } = view.request.filters;
          view.changeRequest({ filters: target.value === '' ? others : { ...others, [name]: target.value } });
        }}
      />
    </span>
  );
}
