import { toast } from 'react-toastify/unstyled';
import { proxy, ref } from 'valtio';
import type { TableRequest } from '../../adminApi/table.ts';
import { ApiError } from '../../api.ts';
import { showAdminFailure } from './failure.ts';
import type { TableOptions } from './tableAddress.ts';

export type TableState<Row> = {
  /** As they are shown: with what has been changed here, also before the server has confirmed it. Null until they are there. */
  rows: readonly Row[] | null;
  /** The place of the first of them in the whole table, counted from 1. */
  first: number;
  /** How many rows there are on all pages together. */
  total: number;
  loading: boolean;
  /** The sentence of the last load if it failed. */
  error: string | null;
};

/** What came of a change: the server's sentence, and the rows as the server tells them if it does. */
export type Outcome<Row> = { message?: string; rows?: readonly Row[] };

export type Table<Row, Column extends string> = {
  options: TableOptions<Column>;
  /** A proxy: read it through useTable. */
  state: TableState<Row>;
  /** Loads what is asked for; what is there stays until the answer comes, and an answer to an older question is dropped. */
  show(request: TableRequest<Column>): Promise<void>;
  /** Asks again for what is shown, as after a failure. */
  reload(): Promise<void>;
  /** Looks, unseen, how the rows stand now. @returns whether the server could be asked */
  refresh(): Promise<boolean>;
  /**
   * Shows rows as they are to be, at once, and then has the server told. Success is told in a toast with the server's
   * sentence; upon a failure the rows are again what they were, and a toast tells why.
   * @returns whether it worked
   */
  change(rows: readonly Row[], send: () => Promise<Outcome<Row>>): Promise<boolean>;
  /** Takes rows away at once, and then has the server told; what a failure brings back, a toast explains. @returns whether it worked */
  remove(ids: readonly string[], send: () => Promise<Outcome<Row>>): Promise<boolean>;
  /** Takes over what the server has told of a row elsewhere. */
  update(row: Row): void;
};

type TableSource<Row, Column extends string> = TableOptions<Column> & {
  load(request: TableRequest<Column>): Promise<{ rows: Row[]; total: number }>;
};

/** What the server has answered. */
type Told<Row> = Pick<TableState<Row>, 'first' | 'total'> & { rows: readonly Row[] };

/** A change that the server has not confirmed yet. */
type Pending<Row> = { changed: readonly Row[]; removed: readonly string[] };

/**
 * The rows of one screen's table, on the server's side sorted, searched and cut into pages. What the server told and what
 * it has not confirmed yet are kept apart: changes that overlap and fail in any order leave what is true.
 */
export function createTable<Row extends { _id: string }, Column extends string>(
  source: TableSource<Row, Column>,
): Table<Row, Column> {
  const state = proxy<TableState<Row>>({ rows: null, first: 1, total: 0, loading: false, error: null });
  const pending = new Set<Pending<Row>>();
  let told: Told<Row> | null = null;
  let request: TableRequest<Column> | null = null;
  let latestLoad = 0;
  let latestEnded = 0;

  const draw = () => {
    if (told === null) return;
    const shown = [...pending].reduce(apply, told);
    Object.assign(state, { ...shown, rows: ref([...shown.rows]) });
  };

  /** Loads what was asked for last. @returns whether it worked; also if another question has overtaken it */
  const load = async (): Promise<boolean> => {
    if (request === null) return true;
    latestLoad += 1;
    const number = latestLoad;
    const { page, pageSize } = request;
    try {
      const { rows, total } = await source.load(request);
      if (number !== latestLoad) return true;
      told = { rows, total, first: (page - 1) * pageSize + 1 };
      state.error = null;
      draw();
      return true;
    } catch (error) {
      if (number !== latestLoad) return true;
      state.error = showAdminFailure(error);
      return false;
    } finally {
      latestEnded = Math.max(latestEnded, number);
      if (number === latestLoad) state.loading = false;
    }
  };
  const reload = async () => {
    state.loading = true;
    await load();
  };

  const settle = async (change: Pending<Row>, send: () => Promise<Outcome<Row>>): Promise<boolean> => {
    pending.add(change);
    draw();
    try {
      const { message, rows = change.changed } = await send();
      if (told) told = apply(told, { ...change, changed: rows });
      if (message) toast.success(message);
      return true;
    } catch (error) {
      showAdminFailure(error);
      // What can't be changed may be gone, or may have been changed by somebody else.
      if (error instanceof ApiError && [404, 409].includes(error.httpStatus)) void load();
      return false;
    } finally {
      pending.delete(change);
      draw();
      // Rows of the next page move up; and an answer on its way may still be without the change.
      if (change.removed.length > 0 || latestEnded < latestLoad) void load();
    }
  };

  return {
    options: source,
    state,
    show: (asked) => {
      request = asked;
      return reload();
    },
    reload,
    refresh: load,
    change: (changed, send) => settle({ changed, removed: [] }, send),
    remove: (removed, send) => settle({ changed: [], removed }, send),
    update: (row) => {
      if (told) told = apply(told, { changed: [row], removed: [] });
      draw();
    },
  };
}

function apply<Row extends { _id: string }>(
  { rows, first, total }: Told<Row>,
  { changed, removed }: Pending<Row>,
): Told<Row> {
  const left = rows.filter(({ _id }) => !removed.includes(_id));
  return {
    rows: left.map((row) => changed.find(({ _id }) => _id === row._id) ?? row),
    first,
    total: total - (rows.length - left.length),
  };
}
