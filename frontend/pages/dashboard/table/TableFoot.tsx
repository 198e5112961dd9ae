import { m } from '#messages';
import { Select } from '../../../components/forms/Select.tsx';
import { Pagination } from '../../../components/Pagination.tsx';
import styles from './TableFoot.module.css';
import { PAGE_SIZES, tablePages } from './tableAddress.ts';
import { totalText } from './totalText.ts';
import type { TableView } from './useTable.ts';

type TableFootProps<Row, Column extends string> = { view: TableView<Row, Column>; onTurn: () => void };

/** The range of rows shown, the pages, and the page size. */
export function TableFoot<Row, Column extends string>({ view, onTurn }: TableFootProps<Row, Column>) {
  const { rows, first, total, request, addressOf, changeRequest } = view;
  const { page, pageSize } = request;
  // A page of rows that are not counted is the last one.
  const pages = Math.max(tablePages({ total, pageSize }), rows?.length ? page : 1);
  const last = first + (rows?.length ?? 0) - 1;
  return (
    <div className={`cluster spread row-gap-2 ${styles.foot}`}>
      <p className="soft numbers text-small">{m.table.range({ first, last, total: totalText(total) })}</p>
      {pages > 1 && (
        <Pagination
          page={Math.min(page, pages)}
          count={pages}
          addressOf={(page) => addressOf({ page })}
          onTurn={onTurn}
        />
      )}
      {total > PAGE_SIZES[0] && (
        <Select
          quiet
          aria-label={m.table.rowsPerPage()}
          value={pageSize}
          onChange={({ target }) => changeRequest({ pageSize: Number(target.value) })}
        >
          {PAGE_SIZES.map((size) => (
            <option key={size} value={size}>
              {m.table.perPage({ size })}
            </option>
          ))}
        </Select>
      )}
    </div>
  );
}
