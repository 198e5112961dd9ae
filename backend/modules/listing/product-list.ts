import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { EntityManager } from '../../core/db.ts';
import { singleFlight } from '../../core/single-flight.ts';
import { readListBody, readListVersion } from '../catalogue/catalogue.queries.ts';

export const listEncodings = ['br', 'gzip', 'identity'] as const;
type ListEncoding = (typeof listEncodings)[number];

type ProductList = {
  /** The current response of GET /products. Its version changes with its content. */
  read(em: EntityManager, encoding: ListEncoding): Promise<{ version: string; body: Buffer }>;
};

type Snapshot = {
  version: string;
  /** When it was last known to be current. */
  currentAt: number;
  /** Bytes before compression: a measure of the cost that doesn't depend on how busy the machine is. */
  size: number;
  bodies: Map<ListEncoding, Promise<Buffer>>;
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

  async function rebuild(em: EntityManager, version: string, currentAt: number, encoding: ListEncoding): Promise<void> {
    try {
      const snapshot: Snapshot = { version, currentAt, size: 0, bodies: new Map() };
      snapshot.size = (await bodyOf(snapshot, em, 'identity')).length;
      await bodyOf(snapshot, em, encoding);
      cached = snapshot;
    } finally {
      rebuilding = null;
    }
  }

  /** A snapshot that was current when requested, or is still fresh enough. */
  async function find(em: EntityManager, encoding: ListEncoding): Promise<Snapshot> {
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

  function bodyOf(snapshot: Snapshot, em: EntityManager, encoding: ListEncoding): Promise<Buffer> {
    const known = snapshot.bodies.get(encoding);
    if (known !== undefined) return known;
    const body =
      encoding === 'identity' ? reader.body(em) : bodyOf(snapshot, em, 'identity').then(compressors[encoding]);
    snapshot.bodies.set(encoding, body);
    // The waiting request gets the error; the next one retries.
    body.catch(() => snapshot.bodies.delete(encoding));
    return body;
  }

  return {
    async read(em, encoding) {
      const snapshot = await find(em, encoding);
      return { version: snapshot.version, body: await bodyOf(snapshot, em, encoding) };
    },
  };
}

const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};
