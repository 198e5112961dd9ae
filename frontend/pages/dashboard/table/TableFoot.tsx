import { Pagination } from '../../../components/Pagination.tsx';
import { Select } from '../../../components/Select.tsx';
import { PAGE_SIZES, tablePages } from '../../../stores/dashboard/tableAddress.ts';
import styles from './TableFoot.module.css';
import type { TableView } from './useTable.ts';

type TableFootProps<Row, Column extends string> = { view: TableView<Row, Column>; onTurn: (page: number) => void };

/** Which rows of how many are shown, the pages, and how many rows one has. */
export function TableFoot<Row, Column extends string>({ view, onTurn }: TableFootProps<Row, Column>) {
  const { rows, first, total, request, ask } = view;
  const { page, pageSize } = request;
  const pages = tablePages({ total, pageSize });
  const last = first + (rows?.length ?? 0) - 1;
  return (
    <div className={styles.foot}>
      <p className={styles.range}>
        {first.toLocaleString('en-US')}–{last.toLocaleString('en-US')} of {total.toLocaleString('en-US')}
      </p>
      {pages > 1 && <Pagination page={Math.min(page, pages)} count={pages} onTurn={onTurn} />}
      {total > PAGE_SIZES[0] && (
        <Select
          quiet
          aria-label="Rows per page"
          value={pageSize}
          onChange={({ target }) => ask({ pageSize: Number(target.value) })}
        >
          {PAGE_SIZES.map((size) => (
            <option key={size} value={size}>
              {size} per page
            </option>
          ))}
        </Select>
      )}
    </div>
  );
}
