import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { StartError } from '../../backend/core/process/start.ts';
import type { BenchShop } from './bench-shop.ts';
import { idOf } from './fill.ts';

/** Rows per table. */
export const SMALL_CATALOGUE = { categories: 30, products: 1000 };

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

export type KeptFigures = { kept: Kept; bytes: number; shop: number; koa: number };

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

/**
 * Measures responses per second, and then bare Koa's with as many bytes.
 * @throws StartError if wrk is not installed: a load generator in Node takes as long as bare Koa does
 */
export async function measureKept(
  { url, helloUrl }: BenchShop,
  seconds: number,
  onStart: (name: string) => void,
): Promise<KeptFigures[]> {
  const figures: KeptFigures[] = [];
  for (const kept of responses) {
    onStart(`${kept.name}, ${kept.encoding}`);
    const headers = { 'Accept-Encoding': kept.encoding };
    const bytes = await sizeOf(url + kept.path, headers);
    const shop = await perSecond(url + kept.path, headers, seconds);
    const koa = await perSecond(`${helloUrl}/bytes/${bytes}`, headers, seconds);
    figures.push({ kept, bytes, shop, koa });
  }
  return figures;
}

/** The bytes of a response's body as it is sent; fetch would decompress it. */
async function sizeOf(url: string, headers: Record<string, string>): Promise<number> {
  const [response] = (await once(request(url, { headers }).end(), 'response')) as [IncomingMessage];
  return (await buffer(response)).length;
}

async function perSecond(url: string, headers: Record<string, string>, seconds: number): Promise<number> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const run = async (duration: number) => {
    const options = ['-t1', `-c${CONNECTIONS}`, `-d${Math.ceil(duration)}s`];
    const { stdout } = await promisify(execFile)('wrk', [...options, ...given, url]);
    const rate = /Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1];
    if (rate === undefined || /Non-2xx|Socket errors/.test(stdout)) throw new StartError(`${url}: ${stdout}`);
    return Number(rate);
  };
  // Compiles the code of the way.
  await run(1);
  return run(seconds);
}
