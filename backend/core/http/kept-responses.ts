import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, gunzip, gzip } from 'node:zlib';
import type { Middleware } from 'koa';
import { LRUCache } from 'lru-cache';
import { Gauge } from 'prom-client';
import { currentCode } from '#messages';
import type { EntityManager } from '../database/db.ts';
import { cacheHits, cacheMisses, registry } from '../observability/metrics.ts';
import { isRead } from './caching.ts';
import { acceptedEncoding, brotliParams, type Encoding, encodings } from './encodings.ts';
import { routeOf, type ShopContext, type ShopState } from './http.ts';

/** Bytes of all kept bodies with their addresses, and of one. */
const SIZE_MAX = 12 * 1024 * 1024;
const BODY_MAX = 4 * 1024 * 1024;
/** Bytes that a kept response takes besides its body and its key. */
const OVERHEAD = 600;
/** Characters of a key. Longer addresses are rarely asked for twice. */
const KEY_MAX = 500;
/** Keys of which it is known that they were asked for. */
const ASKED_MAX = 10_000;

const registers = [registry];
const keptCount = new Gauge({
  name: 'webshop_cache_entries',
  help: 'Responses kept in memory, each encoding apart.',
  registers,
});
const keptBytes = new Gauge({
  name: 'webshop_cache_bytes',
  help: 'Size of the responses kept in memory.',
  registers,
});

/** What the responses are made of. */
export type Source = {
  /** Reads what has changed, unless that is recent. */
  recent(em: EntityManager): Promise<unknown>;
  /** Whether `recent` would read nothing. */
  isRecent(): boolean;
  /** Counts the changes that were read. */
  version(): number;
};

/** The body of a response that is the same for everybody. */
export type Content = {
  body: Buffer;
  /** The media type, with its charset. */
  type: string;
};

/** The type of the API's JSON. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** The body of a successful call. */
export function successContent(view: object): Content {
  return { body: Buffer.from(JSON.stringify({ status: 'success', ...view })), type: JSON_TYPE };
}

/** A response in one encoding. */
type Kept = Content & {
  /** A hash of the body: the same in every process. */
  etag: string;
  /** See routeOf. */
  route: string | null;
  /** The version of the source that it is made of. */
  since: number;
};

/** Something else than content, such as a redirect: the business of who asked. Neither kept nor shared. */
type Other = { status: number; body?: never };

export type KeptResponses = {
  /** Answers requests for an address under which a current response is kept, without what comes after it. */
  serve: Middleware<ShopState>;
  /**
   * Responds with the content under a key, which `build` makes if none is kept. Concurrent requests share one build.
   * @param key the address, without what doesn't matter, so that equal responses in a language have the same one
   * @returns null, or what `build` returned instead of content
   */
  respond<O extends Other = never>(ctx: ShopContext, key: string, build: () => Promise<Content | O>): Promise<O | null>;
};

type Request = {
  key: string;
  encoding: Encoding;
  route: string | null;
  build: () => Promise<Content | Other>;
};

/**
 * Keeps responses in memory for as long as their source doesn't change, each encoding apart. Those that were asked for
 * once aren't kept, so that a crawler of many addresses can't evict those that shoppers share.
 */
export function keepResponses(source: Source): KeptResponses {
  const kept = new LRUCache<string, Kept>({
    maxSize: SIZE_MAX,
    maxEntrySize: BODY_MAX,
    sizeCalculation: ({ body }, name) => body.length + 2 * name.length + OVERHEAD,
  });
  const asked = new LRUCache<string, true>({ max: ASKED_MAX });
  const running = new Map<string, { since: number; response: Promise<Kept | Other> }>();

  function find(key: string, encoding: Encoding): Kept | undefined {
    const name = nameOf(key, encoding);
    const found = kept.get(name);
    if (found === undefined || found.since === source.version()) return found;
    kept.delete(name);
    return undefined;
  }

  async function make({ key, encoding, route, build }: Request): Promise<Kept | Other> {
    const since = source.version();
    for (const other of encodings) {
      const found = find(key, other);
      if (found) return { ...found, body: await encode(await codecs[other].decode(found.body), encoding) };
    }
    const content = await build();
    if (content.body === undefined) return content;
    const { body, type } = content;
    // Weak, since every encoding shares it (RFC 9110, 8.8.1).
    return { type, body: await encode(body, encoding), etag: `W/"${hashOf(body)}"`, route, since };
  }

  /** Joins a build that knows of the same changes. */
  async function share(request: Request): Promise<Kept | Other> {
    const name = nameOf(request.key, request.encoding);
    const since = source.version();
    const last = running.get(name);
    if (last?.since === since) {
      const response = await last.response;
      return isKept(response) ? response : make(request);
    }
    const current = { since, response: make(request) };
    running.set(name, current);
    try {
      const response = await current.response;
      if (isKept(response)) keep(request, response);
      return response;
    } finally {
      if (running.get(name) === current) running.delete(name);
    }
  }

  function keep({ key, encoding }: Request, response: Kept): void {
    if (key.length > KEY_MAX) return;
    if (asked.has(key)) kept.set(nameOf(key, encoding), response);
    else asked.set(key, true);
    keptCount.set(kept.size);
    keptBytes.set(kept.calculatedSize);
  }

  return {
    serve(ctx, next) {
      // A token may make another response.
      if (!isRead(ctx) || ctx.req.headers.authorization !== undefined || !source.isRecent()) return next();
      const encoding = acceptedEncoding(ctx);
      const found = find(ctx.url, encoding);
      if (found === undefined) return next();
      cacheHits.inc();
      ctx.state.route = found.route;
      ctx.set('Cache-Control', 'no-cache');
      send(ctx, found, encoding);
      return Promise.resolve();
    },

    async respond<O extends Other>(ctx: ShopContext, key: string, build: () => Promise<Content | O>) {
      await source.recent(ctx.state.em);
      const encoding = acceptedEncoding(ctx);
      const found = find(key, encoding);
      (found ? cacheHits : cacheMisses).inc();
      const response = found ?? (await share({ key, encoding, route: routeOf(ctx), build }));
      if (!isKept(response)) return response as O;
      send(ctx, response, encoding);
      return null;
    },
  };
}

function nameOf(key: string, encoding: Encoding): string {
  return `${currentCode()} ${encoding} ${key}`;
}

function isKept(response: Kept | Other): response is Kept {
  return response.body !== undefined;
}

function send(ctx: ShopContext, { etag, type, body }: Kept, encoding: Encoding): void {
  ctx.status = 200;
  ctx.set('ETag', etag);
  ctx.vary('Accept-Encoding');
  // `fresh` copies all headers.
  if (ctx.req.headers['if-none-match'] !== undefined && ctx.fresh) {
    ctx.status = 304;
    ctx.body = null;
    return;
  }
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  ctx.set('Content-Type', type);
  ctx.body = body;
}

const codecs: Record<Encoding, Record<'encode' | 'decode', (bytes: Buffer) => Promise<Buffer>>> = {
  br: {
    encode: (bytes) => promisify(brotliCompress)(bytes, { params: brotliParams(bytes.length) }),
    decode: promisify(brotliDecompress),
  },
  gzip: { encode: promisify(gzip), decode: promisify(gunzip) },
  identity: { encode: async (bytes) => bytes, decode: async (bytes) => bytes },
};

async function encode(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  return outOfPool(await codecs[encoding].encode(bytes));
}

function hashOf(bytes: Buffer): string {
  return createHash('sha1').update(bytes).digest('base64url');
}

/** Node allocates short buffers in a shared pool of 64 kB, which any one of them keeps in memory. */
function outOfPool(bytes: Buffer): Buffer {
  return bytes.length === bytes.buffer.byteLength ? bytes : Buffer.from(new Uint8Array(bytes).buffer);
}
