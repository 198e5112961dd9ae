import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../errors.ts';
import { createTable, type TableRequest } from './table.ts';

type Row = { _id: string; text: string };

const row = (_id: string, text = _id): Row => ({ _id, text });
const request: TableRequest<'text'> = { search: '', sort: 'text', direction: 'asc', page: 1, pageSize: 2, filters: {} };
const rejected = () => Promise.reject(new ApiError({ status: 422, data: {} }, 'No'));
const outOfDate = () => Promise.reject(new ApiError({ status: 409, data: {} }, 'Changed by someone else'));
const done = async () => ({ message: 'Done' });

/** The rows on the server. */
let stored: Row[];
let urls: string[];

beforeEach(() => {
  stored = [row('a'), row('b'), row('c')];
  urls = [];
  vi.stubGlobal('fetch', async (url: string) => {
    urls.push(url);
    const page = Number(new URLSearchParams(url.split('?')[1]).get('page'));
    const rows = stored.slice(2 * (page - 1), 2 * page);
    return Response.json({ status: 'success', rows, total: stored.length });
  });
});
afterEach(() => vi.unstubAllGlobals());

/** A table whose first page is on screen. */
async function opened() {
  const table = createTable({
    load: async (query): Promise<{ rows: Row[]; total: number }> => (await fetch(`/api/v1/rows?${query}`)).json(),
    columns: ['text'] as const,
    sort: 'text',
    direction: 'asc',
    rowsOf: ({ rows }) => rows,
  });
  table.remote.entryOf(request).subscribe(() => undefined);
  await table.remote.load(request);
  return { table, shown: () => table.remote.peek(request) };
}

it('requests the page, sort order, search and filters of its URL', async () => {
  const { table } = await opened();
  await table.remote.load({ ...request, page: 2, search: 'x', filters: { state: 'paid' } });
  expect(urls).toEqual([
    '/api/v1/rows?sort=text&direction=asc&page=1&pageSize=2',
    '/api/v1/rows?sort=text&direction=asc&page=2&pageSize=2&state=paid&search=x',
  ]);
  expect(table.remote.peek({ ...request, page: 2, search: 'x', filters: { state: 'paid' } })?.first).toBe(3);
});

describe('a change', () => {
  it('shows at once, then as the server confirms it', async () => {
    const { table, shown } = await opened();
    const { promise, resolve } = Promise.withResolvers<{ message: string; rows: Row[] }>();
    const changed = table.change(request, [row('a', 'mine')], () => promise);
    expect(shown()?.rows).toEqual([row('a', 'mine'), row('b')]);
    resolve({ message: 'Done', rows: [row('a', 'as stored')] });
    await changed;
    expect(shown()?.rows).toEqual([row('a', 'as stored'), row('b')]);
    expect(urls).toHaveLength(1);
  });

  it('restores only its own rows if the server rejects it', async () => {
    const { table, shown } = await opened();
    const failing = expect(table.change(request, [row('a', 'mine')], rejected)).rejects.toThrow('No');
    await table.change(request, [row('b', 'mine')], done);
    await failing;
    expect(shown()?.rows).toEqual([row('a'), row('b', 'mine')]);
  });

  it('reloads the rows once if the server has newer ones', async () => {
    const { table, shown } = await opened();
    stored = [row('a', 'theirs')];
    await expect(table.change(request, [row('a', 'mine')], outOfDate)).rejects.toThrow();
    await expect.poll(() => shown()?.rows).toEqual([row('a', 'theirs')]);
    expect(urls).toHaveLength(2);
  });
});

describe('a removal', () => {
  it("shows at once, then the next page's rows move up", async () => {
    const { table, shown } = await opened();
    const { promise, resolve } = Promise.withResolvers<{ message: string }>();
    const removed = table.remove(request, ['a'], () => promise);
    expect(shown()).toMatchObject({ rows: [row('b')], total: 2 });
    stored.shift();
    resolve({ message: 'Done' });
    await removed;
    await expect.poll(() => shown()).toMatchObject({ rows: [row('b'), row('c')], total: 2 });
  });

  it('restores the rows in place if the server rejects it', async () => {
    const { table, shown } = await opened();
    await expect(table.remove(request, ['a'], rejected)).rejects.toThrow('No');
    expect(shown()).toMatchObject({ rows: [row('a'), row('b')], total: 3 });
  });
});

it('forgets other pages after a change: rows may have moved between them', async () => {
  const { table } = await opened();
  const next = { ...request, page: 2 };
  await table.remote.load(next);
  await table.remove(request, ['a'], done);
  expect(table.remote.peek(next)).toBeUndefined();
});

it('updates a row from another response', async () => {
  const { table, shown } = await opened();
  table.update(row('b', 'edited'));
  expect(shown()?.rows).toEqual([row('a'), row('b', 'edited')]);
});
