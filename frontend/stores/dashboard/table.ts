import { proxy, ref } from 'valtio';
import type { TableRequest } from '../../adminApi/table.ts';
import { ApiError, failureSentence } from '../../api/errors.ts';
import { showToast } from '../../toasts.ts';
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
  /** Why what is asked for can't be shown. Rows that are shown stay, whatever becomes of a later look at them. */
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
  /** Asks again for what is shown, as after a failure; another one is told in a toast. */
  reload(): Promise<void>;
  /** Looks, unseen, how the rows stand now. @throws ApiError */
  refresh(): Promise<void>;
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

/** The server refuses what is gone, or what somebody else has changed. */
const OUT_OF_DATE = [404, 409];

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
  /** The request that `told` answers. */
  let answered: TableRequest<Column> | null = null;
  let latestLoad = 0;
  let latestEnded = 0;

  const draw = () => {
    if (told === null) return;
    const shown = [...pending].reduce(apply, told);
    Object.assign(state, { ...shown, rows: ref([...shown.rows]) });
  };

  /** Loads what was asked for last. @throws ApiError, unless another question has overtaken this one */
  const load = async (): Promise<void> => {
    if (request === null) return;
    latestLoad += 1;
    const number = latestLoad;
    const asked = request;
    try {
      const { rows, total } = await source.load(asked);
      if (number !== latestLoad) return;
      told = { rows, total, first: (asked.page - 1) * asked.pageSize + 1 };
      answered = asked;
      state.error = null;
      draw();
    } catch (error) {
      if (number !== latestLoad) return;
      if (answered !== asked) state.error = failureSentence(error);
      throw error;
    } finally {
      latestEnded = Math.max(latestEnded, number);
      if (number === latestLoad) state.loading = false;
    }
  };
  const loadTelling = () => load().catch(showAdminFailure);
  const reload = async () => {
    state.loading = true;
    await loadTelling();
  };

  const settle = async (change: Pending<Row>, send: () => Promise<Outcome<Row>>): Promise<boolean> => {
    // Rows of the next page move up.
    let isOutOfDate = change.removed.length > 0;
    pending.add(change);
    draw();
    try {
      const { message, rows = change.changed } = await send();
      if (told) told = apply(told, { ...change, changed: rows });
      if (message) showToast('success', message);
      return true;
    } catch (error) {
      showAdminFailure(error);
      isOutOfDate ||= error instanceof ApiError && OUT_OF_DATE.includes(error.httpStatus);
      return false;
    } finally {
      pending.delete(change);
      draw();
      // An answer on its way may still be without the change.
      if (isOutOfDate || latestEnded < latestLoad) void loadTelling();
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
