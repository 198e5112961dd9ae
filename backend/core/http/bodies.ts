import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { finished, PassThrough, Readable, Stream, type Transform, Writable } from 'node:stream';
import { pipeline, finished as untilFinished } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Context, Middleware } from 'koa';
import { m } from '#messages';
import { AppError } from '../errors.ts';

/** Maximum bytes of most decompressed JSON bodies, or of all form fields that are not files. */
export const JSON_BYTES_MAX = 100 * 1024;

/**
 * Milliseconds for a body to arrive: of most requests, of a form with a picture, and of several pictures or the largest
 * import at 5 Mbit/s.
 */
const BODY_MAX = 30_000;
export const PICTURE_MAX = 5 * 60_000;
export const UPLOAD_MAX = 15 * 60_000;

/** Maximum bytes of an unread body to drain in order to keep the connection. */
const DRAINED_BYTES_MAX = 1024 * 1024;

/**
 * Milliseconds that a closing connection keeps receiving the rest of a body, in total and without data. A client cut
 * off while sending may never read its response, so nginx lingers, too:
 * https://nginx.org/en/docs/http/ngx_http_core_module.html#lingering_close
 */
const LINGER_MAX = 30_000;
const LINGER_IDLE = 5_000;
/** The same after a body that took too long: its client isn't cut off while sending, but trickles. */
const LINGER_SLOW = 1_000;

const TOO_SLOW_STATUS = 408;

/** `deflate` means the zlib format (RFC 9110, 8.4.1.2), which Inflate reads. */
const decoders = new Map<string, () => Transform>([
  ['identity', () => new PassThrough()],
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

const hashes = new WeakMap<IncomingMessage, Hash>();

/** Hashes a body while it is read, for `bodyHash`. Call it before anything has been read. */
export function hashBody(request: IncomingMessage): void {
  hashes.set(request, createHash('sha256'));
}

/**
 * The SHA-256 of a body as received, in hex. Waits for the rest of the body.
 * @param time milliseconds for the rest to arrive
 * @throws AppError tooSlow, malformed
 */
export async function bodyHash(request: IncomingMessage, time = BODY_MAX): Promise<string> {
  if (!request.readableEnded) await feed(request, new Writable({ write: (_chunk, _encoding, done) => done() }), time);
  const hash = hashes.get(request);
  if (hash === undefined) throw new Error('The body is not hashed');
  return hash.copy().digest('hex');
}

/**
 * Pipes a request's body into `sink` until the sink finishes. Never destroys the request, since the response needs its
 * connection.
 * @param time milliseconds for the body to arrive
 * @throws AppError tooSlow; malformed if the client disconnects; errors of `sink`
 */
export async function feed(request: IncomingMessage, sink: Writable, time: number): Promise<void> {
  const timer = setTimeout(() => sink.destroy(new AppError('tooSlow', m.api.tooSlow())), time);
  const stopWatching = finished(request, { writable: false }, (cause) => {
    if (cause) sink.destroy(new AppError('malformed', m.api.uploadInterrupted(), { cause }));
  });
  const addToHash = (chunk: Buffer) => hashes.get(request)?.update(chunk);
  if (hashes.has(request)) request.on('data', addToHash);
  request.pipe(sink);
  try {
    await untilFinished(sink);
  } finally {
    clearTimeout(timer);
    stopWatching();
    request.unpipe(sink).off('data', addToHash);
  }
}

/** Reads a body's raw bytes, for example to verify a signature. @throws AppError tooLarge, tooSlow, malformed */
export function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  return readThrough(request, new PassThrough(), limit, BODY_MAX);
}

/** Reads a body through `decoder`, up to `limit` decoded bytes, so that a zip bomb can't fill the memory. */
async function readThrough(request: IncomingMessage, decoder: Transform, limit: number, time: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > limit) throw new AppError('tooLarge', m.api.requestTooLarge());
      chunks.push(chunk);
    }
  };
  await Promise.all([pipeline(decoder, collect), feed(request, decoder, time)]);
  return Buffer.concat(chunks);
}

/**
 * Reads a JSON body; undefined if it is empty.
 * @param limits the most decoded bytes, and milliseconds for the body to arrive
 * @throws AppError tooLarge, tooSlow, malformed, unsupportedType
 */
export async function readJson(
  request: IncomingMessage,
  { bytes = JSON_BYTES_MAX, time = BODY_MAX }: { bytes?: number; time?: number } = {},
): Promise<unknown> {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const createDecoder = decoders.get(encoding);
  if (createDecoder === undefined) {
    throw new AppError('unsupportedType', m.api.contentEncoding());
  }
  try {
    const text = (await readThrough(request, createDecoder(), bytes, time)).toString('utf8');
    return text === '' ? undefined : parseJson(text);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('malformed', m.api.requestUnreadable(), { cause });
  }
}

/**
 * @throws SyntaxError also for `__proto__`, which would change the prototype of an object it is copied to, and for lists or
 *   objects nested too deeply to walk through
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (key, value) => {
      if (key === '__proto__') throw new SyntaxError('__proto__ is not allowed');
      return value;
    });
  } catch (cause) {
    if (cause instanceof RangeError) throw new SyntaxError('The JSON is nested too deeply', { cause });
    throw cause;
  }
}

/**
 * Drains the rest of a body after the response, so that the connection can carry the next request. If the rest is large,
 * of unknown size or slow, closes the connection after the response instead. A rest that doesn't arrive in time ends it,
 * too.
 */
export const releaseConnection: Middleware = async (ctx, next) => {
  const { req } = ctx;
  try {
    await next();
    const isWorthWaiting = ctx.status !== TOO_SLOW_STATUS && Number(req.headers['content-length']) <= DRAINED_BYTES_MAX;
    if (hasRest(req) && !isWorthWaiting) closeAfterResponse(ctx);
  } finally {
    req.resume();
    if (hasRest(req)) endConnectionLater(req);
  }
};

function endConnectionLater(req: IncomingMessage): void {
  const timer = setTimeout(() => req.destroy(), LINGER_MAX);
  finished(req, { writable: false }, () => clearTimeout(timer));
}

function hasRest(req: IncomingMessage): boolean {
  const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length']) > 0;
  return hasBody && !req.complete;
}

/** Sends the response at once but ends it late, since Node closes the connection at the end of its last response. */
function closeAfterResponse({ req, response }: Context): void {
  const linger = response.status === TOO_SLOW_STATUS ? LINGER_SLOW : LINGER_MAX;
  response.set('Connection', 'close');
  const { body } = response;
  if (body === undefined || body === null || body instanceof Stream) return;
  const bytes = Buffer.from(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  response.body = Readable.from(
    (async function* () {
      yield bytes;
      await untilDrained(req, linger);
    })(),
  );
  response.length = bytes.length;
}

/** Waits until the rest of a body has arrived, the client has disconnected, or a timeout, `linger` milliseconds at most. */
async function untilDrained(req: IncomingMessage, linger: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stopWatching = finished(req, { writable: false }, () => resolve());
  const longest = setTimeout(resolve, linger);
  const idle = setTimeout(resolve, LINGER_IDLE);
  req.on('data', () => idle.refresh());
  await promise;
  stopWatching();
  clearTimeout(longest);
  clearTimeout(idle);
}
