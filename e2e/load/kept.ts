import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { StartError } from '../../backend/core/process/start.ts';
import type { BenchShop } from './bench-shop.ts';
import { idOf } from './fill.ts';
import { formatCount, missedLimit, printTable } from './table.ts';

/** Rows per table. */
export const SMALL_CATALOGUE = { categories: 30, products: 1000 };

/** Odd, so that one of them is the median. */
const ROUNDS = 7;
/** Seconds, in which the code is compiled. */
const WARM_UP = 1;
/** Connections of wrk. */
const CONNECTIONS = 16;

/** A response that is the same for everybody until the catalogue changes. */
type Kept = {
  name: string;
  path: string;
  encoding: 'br' | 'gzip' | 'identity';
  /** Minimum throughput, relative to bare Koa sending as many bytes. */
  ofKoa: number;
};

const product = idOf('product', 500);
const listQuery = 'category=category-1&page=1';

const responses: Kept[] = [
  { name: '/', path: '/', encoding: 'br', ofKoa: 0.3 },
  { name: '/', path: '/', encoding: 'identity', ofKoa: 0.3 },
  { name: '/product/{id}', path: `/product/${product}`, encoding: 'br', ofKoa: 0.25 },
  { name: '/product/{id}', path: `/product/${product}`, encoding: 'identity', ofKoa: 0.25 },
  { name: 'GET /products?page=1', path: '/api/v1/products?page=1', encoding: 'br', ofKoa: 0.3 },
  { name: 'GET /products, a category with facets', path: `/api/v1/products?${listQuery}`, encoding: 'br', ofKoa: 0.3 },
  { name: 'GET /products', path: '/api/v1/products', encoding: 'identity', ofKoa: 0.3 },
  { name: 'GET /products', path: '/api/v1/products', encoding: 'gzip', ofKoa: 0.4 },
  { name: 'GET /products', path: '/api/v1/products', encoding: 'br', ofKoa: 0.4 },
  { name: 'GET /products/single/{id}', path: `/api/v1/products/single/${product}`, encoding: 'br', ofKoa: 0.4 },
];

type Figures = { kept: Kept; bytes: number; shop: number; koa: number };

/**
 * Measures kept responses and bare Koa with as many bytes, in turns. With wrk, as a load generator in Node takes longer than
 * bare Koa does.
 * @returns a sentence for each missed limit
 */
export async function benchKept(shop: BenchShop, seconds: number): Promise<string[]> {
  if (spawnSync('wrk', ['-v']).error) return ['Kept responses could not be measured: wrk is not installed'];
  const figures: Figures[] = [];
  for (const kept of responses) figures.push(await measureKept(shop, kept, seconds / ROUNDS));
  printTable(
    `Kept responses per second at concurrency ${CONNECTIONS}; of Koa: relative to bare Koa sending as many bytes`,
    ['', 'encoding', 'bytes', 'per s', 'Koa', 'of Koa', 'limit'],
    figures.map(({ kept: { name, encoding, ofKoa }, bytes, shop, koa }) => [
      name,
      encoding,
      formatCount(bytes),
      formatCount(shop),
      formatCount(koa),
      (shop / koa).toFixed(2),
      String(ofKoa),
    ]),
  );
  return figures.flatMap(({ kept: { name, encoding, ofKoa }, shop, koa }) =>
    missedLimit({ what: `${name}, ${encoding}, of bare Koa`, value: shop / koa, least: ofKoa }),
  );
}

/** @param seconds per round */
async function measureKept({ url, helloUrl }: BenchShop, kept: Kept, seconds: number): Promise<Figures> {
  const headers = { 'Accept-Encoding': kept.encoding };
  const bytes = await sizeOf(url + kept.path, headers);
  const rate = async (seconds: number) => ({
    shop: await perSecond(url + kept.path, headers, seconds),
    koa: await perSecond(`${helloUrl}/bytes/${bytes}`, headers, seconds),
  });
  await rate(WARM_UP);
  // In turns, as the load of the machine changes.
  const rates: { shop: number; koa: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rates.push(await rate(seconds));
  const ofKoa = ({ shop, koa }: { shop: number; koa: number }) => shop / koa;
  const median = rates.sort((a, b) => ofKoa(a) - ofKoa(b))[(ROUNDS - 1) / 2];
  if (median === undefined) throw new Error('No round was measured');
  return { kept, bytes, ...median };
}

/** The bytes of a response's body as it is sent; fetch would decompress it. */
async function sizeOf(url: string, headers: Record<string, string>): Promise<number> {
  const [response] = (await once(request(url, { headers }).end(), 'response')) as [IncomingMessage];
  return (await buffer(response)).length;
}

async function perSecond(url: string, headers: Record<string, string>, seconds: number): Promise<number> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const options = ['-t1', `-c${CONNECTIONS}`, `-d${Math.ceil(seconds)}s`];
  const { stdout } = await promisify(execFile)('wrk', [...options, ...given, url]);
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1];
  if (rate === undefined || /Non-2xx|Socket errors/.test(stdout)) throw new StartError(`${url}: ${stdout}`);
  return Number(rate);
}
