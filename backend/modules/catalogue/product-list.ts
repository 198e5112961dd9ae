import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { EntityManager } from '../../core/db.ts';
import { readListBody, readListVersion } from './catalogue.queries.ts';

export const listEncodings = ['br', 'gzip', 'identity'] as const;
type ListEncoding = (typeof listEncodings)[number];

type ProductList = {
  /** The current answer of GET /products. The version differs whenever the products do. */
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
  /** Bytes from which a list takes too long to make for every request to wait. */
  large: number;
  /** Milliseconds for which the previous list may be served instead. */
  maxAge: number;
};

/** About 2,000 products. */
const LARGE = 1024 * 1024;

type Reader = {
  version(em: EntityManager): Promise<string>;
  body(em: EntityManager): Promise<Buffer>;
};

/**
 * The list of all products, made and compressed once for each state of the catalogue: with 16,000 products, making it
 * costs about thirty times as much as reading the version. A small list is never older than the request. A large one may
 * be up to `maxAge` old, so that requests don't wait while ratings and imports keep changing it.
 */
export function createProductList(
  { large, maxAge }: Limits = { large: LARGE, maxAge: 3000 },
  reader: Reader = { version: readListVersion, body: readListBody },
): ProductList {
  let shown: Snapshot | null = null;
  let making: Promise<void> | null = null;
  const readVersion = singleFlight(reader.version);

  async function make(em: EntityManager, version: string, currentAt: number, encoding: ListEncoding): Promise<void> {
    try {
      const made: Snapshot = { version, currentAt, size: 0, bodies: new Map() };
      made.size = (await bodyOf(made, em, 'identity')).length;
      await bodyOf(made, em, encoding);
      shown = made;
    } finally {
      making = null;
    }
  }

  /** A snapshot that was current at the request, or may stand in for it. */
  async function find(em: EntityManager, encoding: ListEncoding): Promise<Snapshot> {
    const asked = performance.now();
    // Read before the products: a change in between makes the next call read them again.
    const version = await readVersion(em);
    for (;;) {
      // Another request may have made this version just now.
      if (shown?.version === version) shown.currentAt = Math.max(shown.currentAt, asked);
      if (shown !== null && shown.currentAt >= asked) return shown;
      making ??= make(em, version, asked, encoding);
      if (shown !== null && shown.size >= large && asked - shown.currentAt < maxAge) {
        // No request may be waiting for it. If it fails, the next request makes it again.
        making.catch(() => {});
        return shown;
      }
      await making;
    }
  }

  function bodyOf(snapshot: Snapshot, em: EntityManager, encoding: ListEncoding): Promise<Buffer> {
    const known = snapshot.bodies.get(encoding);
    if (known !== undefined) return known;
    const body =
      encoding === 'identity' ? reader.body(em) : bodyOf(snapshot, em, 'identity').then(compressors[encoding]);
    snapshot.bodies.set(encoding, body);
    // The waiting request gets the error; the next one tries again.
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

/**
 * Runs `read` once at a time. A caller can't share a read that is already running, since that may be older than a change
 * the caller knows of; all callers that come meanwhile share the next one.
 */
function singleFlight<T>(read: (em: EntityManager) => Promise<T>): (em: EntityManager) => Promise<T> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;
  return (em) => {
    next ??= running.then(() => {
      next = null;
      const result = read(em);
      running = result.catch(() => {});
      return result;
    });
    return next;
  };
}

const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};
