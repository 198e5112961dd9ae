import { afterEach, expect, test, vi } from 'vitest';
import { findListed, listing, loadByIds } from './listing.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const options = { signal: new AbortController().signal, showsLoader: false };

/** Serves every product that is asked for, except for `gone`. @returns the queries of the calls */
function serveProducts(gone = ''): URLSearchParams[] {
  const queries: URLSearchParams[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const query = new URL(address, 'https://shop.example').searchParams;
    queries.push(query);
    const ids = query.get('ids')?.split(',') ?? [`on page ${query.get('page')}`];
    const products = ids.filter((id) => id !== gone).map((_id) => ({ _id }));
    return Response.json({ status: 'success', products });
  });
  return queries;
}

test('products by id keep their order without those that are gone, 50 per call', async () => {
  const queries = serveProducts('p60');
  const ids = Array.from({ length: 101 }, (_, index) => `p${index}`);
  const products = await loadByIds(ids, options);
  expect(products.map(({ _id }) => _id)).toEqual(ids.filter((id) => id !== 'p60'));
  expect(queries.map((query) => query.get('ids')?.split(',').length)).toEqual([50, 50, 1]);
});

test('no ids need no call', async () => {
  const queries = serveProducts();
  expect(await loadByIds([], options)).toEqual([]);
  expect(queries).toEqual([]);
});

test('pages that are not on screen are dropped, the oldest first', async () => {
  serveProducts();
  const leave = listing.entryOf('page=1').subscribe(() => undefined);
  for (let page = 1; page <= 30; page += 1) {
    const query = `page=${page}`;
    const left = listing.entryOf(query).subscribe(() => undefined);
    await listing.load(query);
    left();
  }
  expect(listing.all()).toHaveLength(21);
  expect(findListed('on page 1')).toBeDefined();
  expect(findListed('on page 2')).toBe(undefined);
  expect(findListed('on page 30')).toBeDefined();
  leave();
  expect(listing.all()).toHaveLength(20);
});
