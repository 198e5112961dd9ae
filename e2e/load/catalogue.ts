import type { BenchShop } from './bench-shop.ts';
import { tokenOf } from './fill.ts';
import { CATALOGUE, productId } from './fill-catalogue.ts';
import { COMPRESSED, measure } from './measure.ts';
import { memoryOf } from './memory.ts';
import { type MeasuredCall, printCalls, printLimits, printProgress } from './table.ts';

type CatalogueCall = {
  name: string;
  path(turn: number): string;
  /** Maximum milliseconds. */
  p50Max?: number;
  p99Max?: number;
  /** Called by an admin. */
  isAdmin?: boolean;
};

/** The last page that the limits cover. */
const DEEP = 1000;
const sorts = ['default', 'asc', 'desc', 'rating', 'saving'] as const;
const colors = ['Black', 'White', 'Silver', 'Blue'];

/** A filter that keeps all products, as each price is lower. It differs in each turn, so that no kept response answers. */
const unkept = (turn: number) => `&maxPrice=${1_000_000 + turn}`;

const listing = (name: string, query: (turn: number) => string, p99Max = 50, p50Max?: number): CatalogueCall => ({
  name,
  path: (turn) => `/api/v1/products?${query(turn)}`,
  p99Max,
  ...(p50Max && { p50Max }),
});

const calls: CatalogueCall[] = [
  listing(
    'category, two attributes, facets',
    (turn) =>
      `category=category-${1 + (turn % CATALOGUE.categories)}&attribute.a1=Brand+${1 + (turn % 5)}&attribute.a2=${colors[turn % 4]}${unkept(turn)}`,
    50,
    15,
  ),
  listing(
    'largest category, two attributes, facets',
    (turn) =>
      `category=category-1&attribute.a2=${colors[turn % 4]}&attribute.a5.max=${500 + (turn % 1000)}${unkept(turn)}`,
    50,
    15,
  ),
  listing(
    'search, common word',
    (turn) => `search=${['wireless', 'compact', 'headphones', 'bri'][turn % 4]}${unkept(turn)}`,
  ),
  listing('search, rare', (turn) => `search=${1000 + ((turn * 7919) % 190_000)}`),
  listing(
    'search, near matches',
    (turn) => `search=${['wirelss+speker', 'hedphones', 'quite+lampp', 'silnet+rooter'][turn % 4]}${unkept(turn)}`,
    80,
  ),
  ...sorts.flatMap((sort) => [
    listing(`page 1, ${sort}`, () => `sort=${sort}`),
    listing(`page ${DEEP}, ${sort}`, (turn) => `sort=${sort}&page=${DEEP + (turn % 10)}`),
  ]),
  {
    name: 'suggestions',
    path: (turn) => `/api/v1/products/suggestions?search=${['wir', 'head', 'quiet lap', 'camera 1'][turn % 4]}`,
    p99Max: 30,
  },
  ...['', '&sort=title', '&sort=price', '&page=1000', '&search=wireless', '&search=12345'].map((query) => ({
    name: `dashboard table, ${query.slice(1) || 'newest first'}`,
    path: () => `/api/v1/admin/product?pageSize=25${query}`,
    p99Max: 100,
    isAdmin: true,
  })),
  { name: 'HTML of /', path: () => '/' },
  { name: 'HTML of the largest category', path: (turn) => `/category/category-1?page=${1 + (turn % 10)}` },
  { name: 'HTML of a product', path: (turn) => `/product/${productId(turn % POPULAR)}` },
  { name: 'GET /products/single/{id}', path: (turn) => `/api/v1/products/single/${productId(turn % POPULAR)}` },
];

/** Products that most shoppers look at. */
const POPULAR = 1000;

/** Maximum resident memory of the API after all calls, in MB. */
const API_MEMORY_MAX = 250;

/** Measures the pages of a large catalogue. @returns the missed limits */
export async function benchCatalogue({ url, apiPid }: BenchShop, seconds: number): Promise<string[]> {
  const measured: MeasuredCall[] = [];
  for (const { isAdmin, path, ...call } of calls) {
    printProgress(call.name);
    const headers = { ...COMPRESSED, ...(isAdmin && { Authorization: tokenOf('admin') }) };
    const figures = await measure((turn) => ({ path: path(turn), headers }), { url, concurrency: 1, seconds });
    measured.push({ ...call, figures });
  }
  const missed = printCalls('Pages of the catalogue', measured);
  const list = await readWholeList(url);
  const memory = await memoryOf(apiPid);
  return [
    ...missed,
    ...printLimits('The API after all calls', [
      { what: 'bytes of the list of all products', value: list.bytes },
      { what: 'seconds to read it', value: list.seconds },
      ...(memory === null ? [] : [{ what: 'MB of memory', value: memory.current, most: API_MEMORY_MAX }]),
      ...(memory === null ? [] : [{ what: 'MB of memory at its peak', value: memory.peak }]),
    ]),
  ];
}

/** Reads the list of all products, which is sent while it is read. */
async function readWholeList(url: string): Promise<{ bytes: number; seconds: number }> {
  const start = performance.now();
  const response = await fetch(`${url}/api/v1/products`, { headers: { 'Accept-Encoding': 'identity' } });
  let bytes = 0;
  for await (const part of response.body ?? []) bytes += part.length;
  return { bytes, seconds: (performance.now() - start) / 1000 };
}
