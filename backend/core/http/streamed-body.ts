import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliCompress, createGzip } from 'node:zlib';
import { acceptedEncoding, brotliParams, type Encoding } from './encodings.ts';
import type { ShopContext } from './http.ts';

const compressors: Record<Encoding, (() => Transform) | null> = {
  br: () => createBrotliCompress({ params: brotliParams() }),
  gzip: () => createGzip(),
  identity: null,
};

/**
 * Sends a body while it is read. If that fails, the response breaks off, so that no client takes it for whole: koa-compress
 * would leave it open.
 */
export function sendWhileRead(ctx: ShopContext, type: string, parts: AsyncIterable<Buffer>): void {
  const encoding = acceptedEncoding(ctx);
  ctx.vary('Accept-Encoding');
  ctx.set('Content-Type', type);
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  const source = Readable.from(parts);
  const compressor = ctx.method === 'HEAD' ? undefined : compressors[encoding]?.();
  // Koa reports its errors, as they are those of the body.
  ctx.body = compressor ? pipeline(source, compressor, () => {}) : source;
}
