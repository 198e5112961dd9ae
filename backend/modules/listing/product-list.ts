import type { EntityManager } from '../../core/database/db.ts';
import { type EncodedBody, type Encoding, encodedBody } from '../../core/http/encoded-body.ts';
import { count, setLevel } from '../../core/observability/figures.ts';
import { singleFlight } from '../../core/single-flight.ts';
import { readListBody, readListVersion } from '../catalogue/catalogue.queries.ts';

type ProductList = {
  /** The current response of GET /products. Its version changes with its content. */
  read(em: EntityManager, encoding: Encoding): Promise<{ version: string; body: Buffer }>;
};

type Snapshot = {
  version: string;
  /** When it was last known to be current. */
  currentAt: number;
  /** Bytes before compression: a measure of the cost that doesn't depend on how busy the machine is. */
  size: number;
  body: EncodedBody;
};

type Limits = {
  /** The size in bytes above which requests don't wait for a rebuild. */
  large: number;
  /** How long the previous list may be served instead, in milliseconds. */
  maxAge: number;
};

/** About 2,000 products. */
const LARGE = 1024 * 1024;

type Reader = {
  version(em: EntityManager): Promise<string>;
  body(em: EntityManager): Promise<Buffer>;
};

/**
 * Caches the list of all products, built and compressed once per version: with 16,000 products, building it costs about
 * thirty times as much as reading the version. A small list is never older than the request. A large one may be up to
 * `maxAge` old, so that requests don't wait while ratings and imports keep changing it.
 */
export function createProductList(
  { large, maxAge }: Limits = { large: LARGE, maxAge: 3000 },
  reader: Reader = { version: readListVersion, body: readListBody },
): ProductList {
  let cached: Snapshot | null = null;
  let rebuilding: Promise<void> | null = null;
  const readVersion = singleFlight(reader.version);

  async function rebuild(em: EntityManager, version: string, currentAt: number, encoding: Encoding): Promise<void> {
    try {
      const bytes = await reader.body(em);
      const body = await encodedBody(bytes);
      // Requests shouldn't wait for it once the body is cached.
      await body(encoding);
      cached = { version, currentAt, size: bytes.length, body };
      setLevel('webshop_cache_bytes', 'productList', bytes.length);
    } finally {
      rebuilding = null;
    }
  }

  /** A snapshot that was current when requested, or is still fresh enough. */
  async function find(em: EntityManager, encoding: Encoding): Promise<Snapshot> {
    const requestedAt = performance.now();
    // Read before the products, so that a change in between triggers another rebuild.
    const version = await readVersion(em);
    for (;;) {
      // Another request may have just built this version.
      if (cached?.version === version) cached.currentAt = Math.max(cached.currentAt, requestedAt);
      if (cached !== null && cached.currentAt >= requestedAt) return cached;
      rebuilding ??= rebuild(em, version, requestedAt, encoding);
      if (cached !== null && cached.size >= large && requestedAt - cached.currentAt < maxAge) {
        // No request may be waiting for the rebuild. If it fails, the next request retries it.
        rebuilding.catch(() => {});
        return cached;
      }
      await rebuilding;
    }
  }

  return {
    async read(em, encoding) {
      const last = cached;
      const snapshot = await find(em, encoding);
      count(snapshot === last ? 'webshop_cache_hits_total' : 'webshop_cache_misses_total', 'productList');
      return { version: snapshot.version, body: await snapshot.body(encoding) };
    },
  };
}
