import { get, type IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';
import { feedFormats } from '../../backend/contract/integration/feeds.ts';
import { callsOf } from '../../testing/shop/api.ts';
import type { BenchShop } from './bench-shop.ts';
import { tokenOf } from './fill.ts';
import { memoryOf } from './memory.ts';
import { printLimits, printProgress } from './table.ts';

/** Seconds for the feed of the whole catalogue, and megabytes that the API may take for it. */
const SECONDS_MAX = 30;
const MEMORY_MAX = 60;
/** Milliseconds between two looks at the memory. */
const LOOK = 50;

/** Reads the feeds of a large catalogue, each format in turn. @returns the missed limits */
export async function benchFeeds(shop: BenchShop): Promise<string[]> {
  const missed: string[] = [];
  for (const format of feedFormats) {
    printProgress(`the feed ${format}`);
    const body = { format, language: 'en', currency: 'USD', country: 'RS' };
    const start = performance.now();
    const { feed } = (await callsOf(shop.url)('POST', '/admin/feed', { token: tokenOf('admin'), body })).body;
    const added = performance.now() - start;
    // Once, for the code and the connections.
    await readFeed(feed.url);
    const idle = (await memoryOf(shop.apiPid))?.current ?? Number.NaN;
    let most = idle;
    const watch = setInterval(async () => {
      most = Math.max(most, (await memoryOf(shop.apiPid))?.current ?? Number.NaN);
    }, LOOK);
    const first = await readFeed(feed.url);
    clearInterval(watch);
    const again = await readFeed(feed.url, first.etag);
    missed.push(
      ...printLimits(`The feed ${format}: ${feed.products} products`, [
        { what: 'milliseconds to add it, and to count its products', value: added },
        { what: 'lines', value: first.lines, least: feed.products },
        { what: 'megabytes, compressed', value: first.bytes / 1e6 },
        { what: `seconds of ${format}`, value: first.seconds, most: SECONDS_MAX },
        { what: `megabytes above idle, ${format}`, value: most - idle, most: MEMORY_MAX },
        { what: 'milliseconds of a reader with the current version', value: again.seconds * 1000 },
      ]),
    );
  }
  return missed;
}

/** Reads a feed with gzip. */
async function readFeed(url: string, etag = '') {
  const start = performance.now();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': 'gzip', 'If-None-Match': etag } }, resolve).on('error', reject);
  });
  let bytes = 0;
  let lines = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  const text = response.statusCode === 200 ? response.pipe(createGunzip()) : response;
  for await (const chunk of text) for (const byte of chunk) if (byte === 10) lines += 1;
  return { bytes, lines, etag: response.headers.etag ?? '', seconds: (performance.now() - start) / 1000 };
}
