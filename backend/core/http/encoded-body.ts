import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import type { ShopContext } from './http.ts';

const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

/** A response body in each encoding. */
export type EncodedBody = (encoding: Encoding) => Promise<Buffer>;

/**
 * Compresses a body for all its requests. Keeps Brotli, which all browsers accept, and gzip once it is needed, but not the
 * plain bytes, which take several times as much memory.
 */
export async function encodedBody(bytes: Buffer): Promise<EncodedBody> {
  const brotli = outOfPool(await compressBrotli(bytes));
  let gzipped: Promise<Buffer> | null = null;
  const plain = () => promisify(brotliDecompress)(brotli);

  function compressGzip(): Promise<Buffer> {
    const compressing = plain().then(promisify(gzip)).then(outOfPool);
    // The waiting request gets the error; the next one retries.
    compressing.catch(() => {
      gzipped = null;
    });
    return compressing;
  }

  return async (encoding) => {
    if (encoding === 'br') return brotli;
    if (encoding === 'identity') return plain();
    gzipped ??= compressGzip();
    return gzipped;
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

function compressBrotli(body: Buffer): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  return promisify(brotliCompress)(body, { params });
}

/** Node allocates short buffers in a shared pool of 64 kB, which any one of them keeps in memory. */
function outOfPool(bytes: Buffer): Buffer {
  return bytes.length === bytes.buffer.byteLength ? bytes : Buffer.from(new Uint8Array(bytes).buffer);
}
