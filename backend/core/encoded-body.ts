import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ShopContext } from './http.ts';

const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

/** A response body in each encoding. */
export type EncodedBody = (encoding: Encoding) => Promise<Buffer>;

/** Compresses a body once per encoding, when it is first needed. */
export function encodedBody(pooled: Buffer): EncodedBody {
  const bytes = outOfPool(pooled);
  const bodies = new Map<Encoding, Promise<Buffer>>();
  return (encoding) => {
    const known = bodies.get(encoding);
    if (known !== undefined) return known;
    const body = encoding === 'identity' ? Promise.resolve(bytes) : compressors[encoding](bytes).then(outOfPool);
    bodies.set(encoding, body);
    // The waiting request gets the error; the next one retries.
    body.catch(() => bodies.delete(encoding));
    return body;
  };
}

/** The best encoding that a client accepts. */
export function acceptedEncoding(ctx: ShopContext): Encoding {
  return encodings.find((known) => ctx.acceptsEncodings(known)) ?? 'identity';
}

/** Sends JSON that is already encoded. @param version identifies the content */
export function sendEncoded(ctx: ShopContext, encoding: Encoding, version: string, body: Buffer): void {
  ctx.vary('Accept-Encoding');
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  ctx.type = 'json';
  // Weak, since every encoding shares it (RFC 9110, 8.8.1).
  ctx.etag = `W/"${version}"`;
  ctx.body = body;
}

const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};

/** Node allocates short buffers in a shared pool of 64 kB, which any one of them keeps in memory. */
function outOfPool(bytes: Buffer): Buffer {
  return bytes.length === bytes.buffer.byteLength ? bytes : Buffer.from(new Uint8Array(bytes).buffer);
}
