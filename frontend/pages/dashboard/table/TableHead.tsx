import { useEffect, useRef } from 'react';
import { m } from '#messages';
import { Select } from '../../../components/forms/Select.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { nextSort, type TableColumn } from './columns.ts';
import tableStyles from './DataTable.module.css';
import barStyles from './TableBar.module.css';
import styles from './TableHead.module.css';
import type { TableTexts } from './tableTexts.ts';
import type { Selection } from './useSelection.ts';
import type { TableView } from './useTable.ts';

type TableHeadProps<Row, Column extends string> = {
  columns: readonly TableColumn<Row, Column>[];
  view: TableView<Row, Column>;
  selection?: Selection<Row>;
  texts: TableTexts;
};

/** The sortable headings. Cards have none; CardSort sorts them. */
export function TableHead<Row, Column extends string>(props: TableHeadProps<Row, Column>) {
  const { columns, view, selection, texts } = props;
  return (
    <thead className={tableStyles.head}>
      <tr>
        {selection && (
          <th className={tableStyles.select}>
            <SelectAll selection={selection} rows={view.rows ?? []} label={texts.selectAll?.()} />
          </th>
        )}
        {columns.map((column) => (
          <Heading key={column.title()} column={column} view={view} />
        ))}
      </tr>
    </thead>
  );
}

type SelectAllProps<Row> = { selection: Selection<Row>; rows: readonly Row[]; label: string | undefined };

/** Selects every row of the page, or none if all are selected. */
export function SelectAll<Row>({ selection, rows, label }: SelectAllProps<Row>) {
  const ref = useRef<HTMLInputElement>(null);
  const isAllSelected = selection.rows.length === rows.length;
  const isPartlySelected = selection.rows.length > 0 && !isAllSelected;
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = isPartlySelected;
  }, [isPartlySelected]);
  return (
    <label className={tableStyles.check}>
      <input ref={ref} type="checkbox" checked={isAllSelected} onChange={selection.toggleAll} />
      <span className="visually-hidden shown-on-cards">{label}</span>
    </label>
  );
}

function Heading<Row, Column extends string>({
  column,
  view,
}: {
  column: TableColumn<Row, Column>;
  view: TableView<Row, Column>;
}) {
  const { sort, firstDirection, isNumber, isOptional, role, minWidth } = column;
  const title = column.title();
  const { sort: shown, direction } = view.request;
  const className =
    [isNumber && styles.number, isOptional && tableStyles.optional].filter(Boolean).join(' ') || undefined;
  if (sort === undefined) {
    return (
      <th scope="col" className={className} style={{ minWidth }}>
        <span className={role === 'action' ? 'visually-hidden' : undefined}>{title}</span>
      </th>
    );
  }
  const order = shown !== sort ? undefined : direction === 'asc' ? 'ascending' : 'descending';
  return (
    <th scope="col" className={className} style={{ minWidth }} aria-sort={order}>
      <button
        type="button"
        className={`tinting ${styles.sort}`}
        onClick={() => view.changeRequest(nextSort({ sort, firstDirection }, view.request, view.options))}
      >
        {title}
        <span className={order ? styles[order] : styles.unsorted}>
          <Icon name="chevronDown" size={14} />
        </span>
      </button>
    </th>
  );
}

/** Sorts the cards of a narrow table. */
export function CardSort<Row, Column extends string>({ columns, view }: Omit<TableHeadProps<Row, Column>, 'texts'>) {
  const { sort, direction } = view.request;
  const defaults = view.options;
  const sorts = columns.flatMap((column) => (column.sort === undefined ? [] : [{ ...column, sort: column.sort }]));
  const isDefault = sort === defaults.sort && direction === defaults.direction;
  if (sorts.length === 0) return null;
  return (
    <Select
      className={barStyles.cardSort}
      aria-label={m.table.sortBy()}
      value={isDefault ? '' : `${sort} ${direction}`}
      onChange={({ target }) => {
        const [chosen, order] = target.value.split(' ');
        const column = sorts.find((known) => known.sort === chosen);
        view.changeRequest(
          column
            ? { sort: column.sort, direction: order === 'desc' ? 'desc' : 'asc' }
            : { sort: defaults.sort, direction: defaults.direction },
        );
      }}
    >
      <option value="">{m.table.defaultOrder()}</option>
      {sorts.flatMap((column) =>
        (['asc', 'desc'] as const)
          .filter((order) => column.sort !== defaults.sort || order !== defaults.direction)
          .map((order) => (
            <option key={`${column.sort} ${order}`} value={`${column.sort} ${order}`}>
              {order === 'asc'
                ? m.table.ascending({ column: column.title() })
                : m.table.descending({ column: column.title() })}
            </option>
          )),
      )}
    </Select>
  );
}
