import { useState } from 'react';

export type Selection<Row> = {
  /** The selected rows of this page. */
  rows: readonly Row[];
  has(row: Row): boolean;
  toggle(row: Row): void;
  /** Selects every row of the page, or none if all are selected. */
  toggleAll(): void;
  clear(): void;
};

/** The selected rows of a page. Rows that are no longer shown don't count. */
export function useSelection<Row extends { _id: string }>(shown: readonly Row[]): Selection<Row> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const rows = shown.filter(({ _id }) => ids.has(_id));
  const choose = (chosen: readonly Row[]) => setIds(new Set(chosen.map(({ _id }) => _id)));
  return {
    rows,
    has: ({ _id }) => ids.has(_id),
    toggle: (row) => choose(ids.has(row._id) ? rows.filter(({ _id }) => _id !== row._id) : [...rows, row]),
    toggleAll: () => choose(rows.length === shown.length ? [] : shown),
    clear: () => choose([]),
  };
}
