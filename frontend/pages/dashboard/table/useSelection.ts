import { useState } from 'react';

export type Selection<Row> = {
  /** The rows of this page that are selected. */
  rows: readonly Row[];
  has(row: Row): boolean;
  toggle(row: Row): void;
  /** Selects every row of the page, or none if all of them are. */
  toggleAll(): void;
  clear(): void;
};

/** Which rows of a page are selected. What is no longer shown no longer counts. */
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
