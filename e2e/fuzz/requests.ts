import { brotliCompressSync, brotliDecompressSync, gzipSync, unzipSync, zstdDecompressSync } from 'node:zlib';
import Stripe from 'stripe';
import { type Dispatcher, Pool } from 'undici';
import type { ApiResponse } from '../../testing/shop/api.ts';
import type { Body, CallStep } from './call-step.ts';
import { typeOf, writeForm } from './forms.ts';
import { escaped, writeJson, writeText } from './json.ts';
import type { Known } from './known.ts';
import type { Role } from './operations.ts';

/** A request as it is sent. */
export type Request = {
  method: string;
  /** Path and query, without the API's prefix. */
  path: string;
  role: Role;
  headers: Record<string, string>;
  body: Buffer | null;
};

/** A response, and the milliseconds that it took. */
export type Answer = ApiResponse & { time: number };

const PREFIX = '/api/v1';
/** Node takes 16 kB of path and headers. */
const PATH_MAX = 10_000;
/** Milliseconds until a request counts as never answered. */
const TIMEOUT = 20_000;

/** Reads what is known now, and writes the request. @param webhookSecret signs webhooks */
export function writeRequest(step: CallStep, known: Known, webhookSecret: string): Request {
  const { operation, role, body, headers, address } = step;
  const names = operation.path.split('/').slice(1);
  const segments = names.map((name, index) => {
    const given = step.segments[index];
    return given === null || given === undefined ? name : writeText(given, known);
  });
  const query = step.query.map(([name, value]) =>
    [name, value].map((part) => escaped(writeText(part, known))).join('='),
  );
  return {
    method: operation.method,
    path: `/${segments.join('/')}${query.length > 0 ? `?${query.join('&')}` : ''}`.slice(0, PATH_MAX),
    role,
    ...writeBody(body, known, webhookSecret, { 'X-Forwarded-For': address, ...headers }),
  };
}

function writeBody(
  body: Body,
  known: Known,
  secret: string,
  headers: Request['headers'],
): Pick<Request, 'headers' | 'body'> {
  const typed = (type: string) => ({ ...(type !== '' && { 'Content-Type': type }), ...headers });
  switch (body.kind) {
    case 'none':
      return { headers, body: null };
    case 'bytes':
      return { headers: typed(body.type), body: body.bytes };
    case 'form':
      return { headers: typed(typeOf(body.form)), body: writeForm(body.form, known) };
    case 'signed': {
      const bytes = Buffer.isBuffer(body.value) ? body.value : Buffer.from(writeJson(body.value, known));
      const signature = Stripe.webhooks.generateTestHeaderString({
        payload: bytes.toString('utf8'),
        secret: body.isForged ? 'whsec_forged' : secret,
      });
      return { headers: { ...typed('application/json'), 'Stripe-Signature': signature }, body: bytes };
    }
    case 'json': {
      const plain = Buffer.from(writeJson(body.value, known));
      const { encoding } = body;
      if (encoding === 'identity') return { headers: typed('application/json'), body: plain };
      const encoded = encoding === 'gzip' ? gzipSync(plain) : encoding === 'br' ? brotliCompressSync(plain) : plain;
      const name = encoding === 'broken' ? 'gzip' : encoding;
      return { headers: { ...typed('application/json'), 'Content-Encoding': name }, body: encoded };
    }
  }
}

/** Sends requests to a shop on connections that stay open. */
export class Sender {
  private readonly pool: Pool;

  constructor(url: string) {
    this.pool = new Pool(url, { connections: 2, headersTimeout: TIMEOUT, bodyTimeout: TIMEOUT });
  }

  /** @param token of the caller; null without one */
  async send({ method, path, headers, body }: Request, token: string | null): Promise<Answer> {
    const start = performance.now();
    const response = await this.pool.request({
      method: method as Dispatcher.HttpMethod,
      path: PREFIX + path,
      headers: { ...(token !== null && { Authorization: token }), ...headers },
      body,
    });
    const bytes = Buffer.from(await response.body.arrayBuffer());
    const time = performance.now() - start;
    const given = new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
    const text = decode(bytes, given.get('content-encoding')).toString('utf8');
    const isJson = given.get('content-type')?.includes('json') && text !== '';
    return { status: response.statusCode, headers: given, body: isJson ? JSON.parse(text) : text, time };
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}

function decode(bytes: Buffer, encoding: string | null): Buffer {
  if (encoding === 'br') return brotliDecompressSync(bytes);
  if (encoding === 'zstd') return zstdDecompressSync(bytes);
  return encoding === 'gzip' || encoding === 'deflate' ? unzipSync(bytes) : bytes;
}

/** Bytes that a shell's single quotes and a terminal show as they are. */
const PRINTABLE = /^[\x20-\x7e]{0,400}$/;

/** A line for a shell that repeats a request at $SHOP, with the token of a role such as $ADMIN. */
export function asCurl({ method, path, role, headers, body }: Request): string {
  const token = role === 'visitor' ? [] : [`-H "Authorization: $${role.toUpperCase()}"`];
  const others = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const text = body?.toString('utf8') ?? '';
  const isText = PRINTABLE.test(text);
  const data = body === null ? [] : [`--data-binary ${isText ? quoted(text) : '@-'}`];
  const line = ['curl', '-i', '-X', method, ...token, ...others, ...data, `"$SHOP"${quoted(PREFIX + path)}`].join(' ');
  return body === null || isText ? line : `echo ${gzipSync(body).toString('base64')} | base64 -d | gunzip | ${line}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
