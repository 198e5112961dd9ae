import { constants } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { ShopContext } from './http.ts';

/** The best first. */
export const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

/** The quality that compresses as fast as gzip does. @param size of the body in bytes, if it is known */
export function brotliParams(size = 0): Record<number, number> {
  return { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: size };
}

/** Parsing the header takes longer than the rest of a kept response, and there are few. */
const known = new LRUCache<string, Encoding>({ max: 200 });
const HEADER_MAX = 200;

/** The best encoding that a client accepts. */
export function acceptedEncoding(ctx: ShopContext): Encoding {
  const header = ctx.req.headers['accept-encoding'] ?? '';
  const found = known.get(header);
  if (found !== undefined) return found;
  const best = encodings.find((encoding) => ctx.acceptsEncodings(encoding)) ?? 'identity';
  if (header.length <= HEADER_MAX) known.set(header, best);
  return best;
}
