import type { BenchShop } from './bench-shop.ts';
import { tokenOf } from './fill.ts';
import { CATALOGUE, productId } from './fill-catalogue.ts';
import { type Figures, measure } from './measure.ts';

export type CatalogueCall = {
  name: string;
  path(turn: number): string;
  /** Maximum milliseconds, one request at a time. */
  limits: { p50?: number; p99?: number };
  /** Called by an admin. */
  isAdmin?: boolean;
  /** Minimum throughput, relative to bare Koa sending as many bytes. */
  ofKoa?: number;
};

export type CatalogueFigures = { call: CatalogueCall; shop: Figures; koa: Figures; bytes: number };

/** The last page that the limits cover. */
const DEEP = 1000;
const sorts = ['default', 'asc', 'desc', 'rating'] as const;
const colors = ['Black', 'White', 'Silver', 'Blue'];

const listing = (name: string, query: (turn: number) => string, limits: CatalogueCall['limits']): CatalogueCall => ({
  name,
  path: (turn) => `/api/v1/products?${query(turn)}`,
  limits,
});

export const catalogueCalls: CatalogueCall[] = [
  listing(
    'category, two attributes, facets',
    (turn) =>
      `category=category-${1 + (turn % CATALOGUE.categories)}&attribute.a1=Brand+${1 + (turn % 5)}&attribute.a2=${colors[turn % 4]}`,
    { p50: 15, p99: 50 },
  ),
  listing(
    'largest category, two attributes, facets',
    (turn) => `category=category-1&attribute.a2=${colors[turn % 4]}&attribute.a5.max=${500 + (turn % 1000)}`,
    { p50: 15, p99: 50 },
  ),
  listing('search, common word', (turn) => `search=${['wireless', 'compact', 'headphones', 'bri'][turn % 4]}`, {
    p99: 50,
  }),
  listing('search, rare', (turn) => `search=${1000 + ((turn * 7919) % 190_000)}`, { p99: 50 }),
  listing(
    'search, near matches',
    (turn) => `search=${['wirelss+speker', 'hedphones', 'quite+lampp', 'silnet+rooter'][turn % 4]}`,
    { p99: 80 },
  ),
  ...sorts.flatMap((sort) => [
    listing(`page 1, ${sort}`, () => `sort=${sort}`, { p99: 50 }),
    listing(`page ${DEEP}, ${sort}`, (turn) => `sort=${sort}&page=${DEEP + (turn % 10)}`, { p99: 50 }),
  ]),
  {
    name: 'suggestions',
    path: (turn) => `/api/v1/products/suggestions?search=${['wir', 'head', 'quiet lap', 'camera 1'][turn % 4]}`,
    limits: { p99: 30 },
  },
  ...['', '&sort=title', '&sort=price', '&page=1000', '&search=wireless', '&search=12345'].map((query) => ({
    name: `dashboard table, ${query.slice(1) || 'newest first'}`,
    path: () => `/api/v1/admin/product?pageSize=25${query}`,
    limits: { p99: 100 },
    isAdmin: true,
  })),
  { name: 'HTML of /', path: () => '/', limits: {} },
  { name: 'HTML of the largest category', path: (turn) => `/category/category-1?page=${1 + (turn % 10)}`, limits: {} },
  { name: 'HTML of a product', path: (turn) => `/product/${productId(turn % POPULAR)}`, limits: {} },
  {
    name: 'GET /products/single/{id}',
    path: (turn) => `/api/v1/products/single/${productId(turn % POPULAR)}`,
    limits: {},
    ofKoa: 0.4,
  },
];

/** Products that most shoppers look at. */
const POPULAR = 1000;
const HEADERS = { 'Accept-Encoding': 'gzip, deflate, br' };
const ADMIN_HEADERS = { ...HEADERS, Authorization: tokenOf('admin') };

/** Maximum resident memory of the API after all calls, in MB. */
export const API_MEMORY_MAX = 250;

/** Measures each call, one request at a time, and then bare Koa with responses of the same size. */
export async function measureCatalogue(
  { url, helloUrl }: BenchShop,
  seconds: number,
  onStart: (name: string) => void,
): Promise<CatalogueFigures[]> {
  const figures: CatalogueFigures[] = [];
  for (const call of catalogueCalls) {
    onStart(call.name);
    const headers = call.isAdmin ? ADMIN_HEADERS : HEADERS;
    const request = (turn: number) => ({ path: call.path(turn), headers });
    const bytes = await sizeOf(url + call.path(0), headers);
    if (call.ofKoa !== undefined) await warmUp(url, call);
    const shop = await measure(request, { url, concurrency: 1, seconds });
    const koa = await measure(() => ({ path: `/bytes/${bytes}` }), { url: helloUrl, concurrency: 1, seconds });
    figures.push({ call, shop, koa, bytes });
  }
  return figures;
}

/** Reads the list of all products, which is sent while it is read. */
export async function readWholeList(url: string): Promise<{ bytes: number; seconds: number }> {
  const start = performance.now();
  const response = await fetch(`${url}/api/v1/products`, { headers: { 'Accept-Encoding': 'identity' } });
  let bytes = 0;
  for await (const part of response.body ?? []) bytes += part.length;
  return { bytes, seconds: (performance.now() - start) / 1000 };
}

/** A sentence for each missed limit. */
export function missedLimits({ call: { name, limits, ofKoa }, shop, koa }: CatalogueFigures): string[] {
  const { p50 = Number.POSITIVE_INFINITY, p99 = Number.POSITIVE_INFINITY } = limits;
  const ratio = shop.throughput / koa.throughput;
  return [
    shop.p50 > p50 && `${name}: p50 is ${shop.p50.toFixed(1)} ms, above ${p50} ms`,
    shop.p99 > p99 && `${name}: p99 is ${shop.p99.toFixed(1)} ms, above ${p99} ms`,
    ofKoa !== undefined && ratio < ofKoa && `${name}: ${ratio.toFixed(2)} of bare Koa, below ${ofKoa}`,
  ].filter((sentence) => sentence !== false);
}

/** The bytes of a compressed body. */
async function sizeOf(url: string, headers: Record<string, string>): Promise<number> {
  const response = await fetch(url, { headers });
  const length = response.headers.get('Content-Length');
  const body = await response.arrayBuffer();
  // Without a length, the response is compressed while it is sent; this is its size before.
  return length === null ? body.byteLength : Number(length);
}

async function warmUp(url: string, { path }: CatalogueCall): Promise<void> {
  for (let turn = 0; turn < POPULAR; turn += 1) await (await fetch(url + path(turn), { headers: HEADERS })).text();
}
