import { describe, expect, it } from 'vitest';
import type { TableRequest } from '../../adminApi/table.ts';
import { ApiError } from '../../api/errors.ts';
import { createTable, type Outcome, type Table } from './table.ts';
import { readTableAddress } from './tableAddress.ts';

type Row = { _id: string; text: string };

const options = { columns: ['text'] as const, sort: 'text' as const, direction: 'asc' as const };
const begin = readTableAddress('', options);
const row = (_id: string, text = _id): Row => ({ _id, text });

/** A promise that the test settles when it wants. */
function deferred<T>() {
  return Promise.withResolvers<T>();
}

/** A table whose server answers when, and what, the test wants. */
function tableWith(load: (request: TableRequest) => Promise<{ rows: Row[]; total: number }>) {
  return createTable<Row, 'text'>({ ...options, load });
}

async function loaded(rows: Row[], total = rows.length) {
  const table = tableWith(async () => ({ rows, total }));
  await table.show(begin);
  return table;
}

describe('loading', () => {
  it('drops the answer to an older question, also when it failed', async () => {
    const older = deferred<{ rows: Row[]; total: number }>();
    const table = tableWith(({ search }) =>
      search === 'older' ? older.promise : Promise.resolve({ rows: [row('newer')], total: 1 }),
    );
    const first = table.show({ ...begin, search: 'older' });
    await table.show({ ...begin, search: 'newer' });
    expect(table.state).toMatchObject({ rows: [row('newer')], loading: false });
    older.reject(new Error('too late'));
    await first;
    expect(table.state).toMatchObject({ rows: [row('newer')], error: null, loading: false });
  });

  it('tells why what is asked for can’t be shown, until it can', async () => {
    let answer = Promise.resolve({ rows: [row('a')], total: 1 });
    const table = tableWith(() => answer);
    await table.show(begin);
    answer = Promise.reject(new Error('The shop is closed'));
    await table.show({ ...begin, page: 2 });
    expect(table.state).toMatchObject({ error: 'The shop is closed', loading: false });
    await table.reload();
    expect(table.state).toMatchObject({ error: 'The shop is closed', loading: false });
    answer = Promise.resolve({ rows: [row('b')], total: 1 });
    await table.refresh();
    expect(table.state).toMatchObject({ rows: [row('b')], error: null });
  });

  it('keeps the rows that are shown when a later look at them fails', async () => {
    let answer = Promise.resolve({ rows: [row('a')], total: 1 });
    const table = tableWith(() => answer);
    await table.show(begin);
    answer = Promise.reject(new Error('The shop is closed'));
    await expect(table.refresh()).rejects.toThrow('The shop is closed');
    await table.reload();
    expect(table.state).toMatchObject({ rows: [row('a')], error: null, loading: false });
  });

  it('tells the failure of a look that has overtaken the question that was asked', async () => {
    const table = tableWith(() => Promise.reject(new Error('The shop is closed')));
    const shown = table.show(begin);
    await expect(table.refresh()).rejects.toThrow('The shop is closed');
    await shown;
    expect(table.state).toMatchObject({ rows: null, error: 'The shop is closed', loading: false });
  });
});

describe('a change', () => {
  it('shows at once, and then as the server tells it', async () => {
    const table = await loaded([row('a'), row('b')]);
    const sent = deferred<Outcome<Row>>();
    const changed = table.change([row('a', 'mine')], () => sent.promise);
    expect(table.state.rows).toEqual([row('a', 'mine'), row('b')]);
    sent.resolve({ rows: [row('a', 'as stored')] });
    expect(await changed).toBe(true);
    expect(table.state.rows).toEqual([row('a', 'as stored'), row('b')]);
  });

  it('is taken back if it fails, and nothing else with it', async () => {
    const table = await loaded([row('a'), row('b')]);
    const failing = deferred<Outcome<Row>>();
    const working = deferred<Outcome<Row>>();
    const first = table.change([row('a', 'first')], () => failing.promise);
    const second = table.change([row('a', 'second')], () => working.promise);
    const third = table.change([row('b', 'third')], () => Promise.resolve({}));
    expect(table.state.rows).toEqual([row('a', 'second'), row('b', 'third')]);
    failing.reject(new Error('No'));
    expect(await first).toBe(false);
    expect(table.state.rows).toEqual([row('a', 'second'), row('b', 'third')]);
    working.reject(new Error('No'));
    expect(await second).toBe(false);
    expect(await third).toBe(true);
    expect(table.state.rows).toEqual([row('a'), row('b', 'third')]);
  });

  it('outlasts an answer that was on its way while it was not confirmed', async () => {
    const table = await loaded([row('a')]);
    const sent = deferred<Outcome<Row>>();
    const changed = table.change([row('a', 'mine')], () => sent.promise);
    await table.reload();
    expect(table.state.rows).toEqual([row('a', 'mine')]);
    sent.resolve({});
    await changed;
    expect(table.state.rows).toEqual([row('a', 'mine')]);
  });
});

describe('what the server refuses as out of date', () => {
  const refused = () =>
    Promise.reject(new ApiError({ status: 409, data: { message: 'Changed by somebody else' } }, ''));

  it.each([
    ['a change', (table: Table<Row, 'text'>) => table.change([row('a', 'mine')], refused)],
    ['a removal', (table: Table<Row, 'text'>) => table.remove(['a'], refused)],
  ])('%s has the rows fetched once more, and no more than once', async (_what, act) => {
    let loads = 0;
    let rows = [row('a')];
    const table = tableWith(async () => {
      loads += 1;
      return { rows, total: rows.length };
    });
    await table.show(begin);
    rows = [row('a', 'theirs')];
    expect(await act(table)).toBe(false);
    await expect.poll(() => table.state.rows).toEqual(rows);
    expect(loads).toBe(2);
  });
});

describe('a removal', () => {
  it('takes the rows away at once, and what the next page has moves up', async () => {
    const rows = [row('a'), row('b'), row('c')];
    const table = tableWith(async () => ({ rows: rows.slice(0, 2), total: rows.length }));
    await table.show(begin);
    const sent = deferred<Outcome<Row>>();
    const removed = table.remove(['a'], () => sent.promise);
    expect(table.state).toMatchObject({ rows: [row('b')], total: 2 });
    rows.shift();
    sent.resolve({});
    expect(await removed).toBe(true);
    await expect.poll(() => table.state.rows).toEqual([row('b'), row('c')]);
    expect(table.state.total).toBe(2);
  });

  it('that fails brings them back to their place', async () => {
    const table = await loaded([row('a'), row('b')], 9);
    expect(await table.remove(['a'], () => Promise.reject(new Error('No')))).toBe(false);
    expect(table.state).toMatchObject({ rows: [row('a'), row('b')], total: 9 });
  });

  it('that fails leaves the table, also where it can’t be asked for any more', async () => {
    let loads = 0;
    const table = tableWith(async () => {
      loads += 1;
      if (loads > 1) throw new Error('The shop is closed');
      return { rows: [row('a')], total: 1 };
    });
    await table.show(begin);
    expect(await table.remove(['a'], () => Promise.reject(new Error('No')))).toBe(false);
    await expect.poll(() => loads).toBe(2);
    await table.reload();
    expect(table.state).toMatchObject({ rows: [row('a')], error: null });
  });
});
