import { get, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Koa from 'koa';
import { afterEach, describe, expect, test } from 'vitest';
import { waitFor } from '../../../testing/wait.ts';
import type { ShopState } from './http.ts';
import { type Content, keepResponses } from './kept-responses.ts';
import { closeServer, listen } from './listen.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

type Answer = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; text: string };

/** A server whose responses tell their path and the number of their build. */
async function startServer(build = async (_path: string, content: Content): Promise<Content> => content) {
  const source = { at: 1, isRecent: true, reads: 0 };
  const builds: string[] = [];
  const kept = keepResponses({
    recent: async () => {
      source.reads += 1;
    },
    isRecent: () => source.isRecent,
    version: () => source.at,
  });
  const app = new Koa<ShopState>();
  app.silent = true;
  app.use(kept.serve);
  app.use(async (ctx) => {
    ctx.set('Cache-Control', ctx.get('Authorization') ? 'private, no-cache' : 'no-cache');
    await kept.respond(ctx, ctx.path, () => {
      builds.push(ctx.path);
      const body = Buffer.from(`${ctx.path} ${builds.length} ${'x'.repeat(1000)}`);
      return build(ctx.path, { body, type: 'text/plain; charset=utf-8' });
    });
  });
  const server = app.listen();
  await closeServer(server);
  const port = await listen(server, 0, '127.0.0.1', 'PORT');
  closing.push(() => closeServer(server));

  const read = (path: string, headers: Record<string, string> = {}): Promise<Answer> => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    get({ host: '127.0.0.1', port, path, headers }, async (response) => {
      const bytes = await buffer(response);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text: bytes.toString() });
    }).on('error', reject);
    return promise;
  };
  return { source, builds, read };
}

const twice = async (read: () => Promise<Answer>) => {
  await read();
  return read();
};

test('keeps what is asked for again, until its source changes', async () => {
  const { source, builds, read } = await startServer();
  await twice(() => read('/a'));
  const kept = await read('/a');
  expect(builds).toHaveLength(2);
  expect(kept.text).toContain('/a 2');
  expect(kept.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(kept.bytes.length),
    vary: 'Accept-Encoding',
  });
  source.at += 1;
  expect((await read('/a')).text).toContain('/a 3');
});

test('asks its source first if that may have changed', async () => {
  const { source, builds, read } = await startServer();
  await twice(() => read('/a'));
  source.isRecent = false;
  expect((await read('/a')).text).toContain('/a 2');
  expect(builds).toHaveLength(2);
});

test('has one content and ETag in every encoding, from one build', async () => {
  const { builds, read } = await startServer();
  await twice(() => read('/a', { 'Accept-Encoding': 'br' }));
  const packed = await read('/a', { 'Accept-Encoding': 'gzip, deflate, br' });
  const old = await read('/a', { 'Accept-Encoding': 'gzip' });
  const plain = await read('/a');
  expect(builds).toHaveLength(2);
  expect([packed, old, plain].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined]);
  expect(brotliDecompressSync(packed.bytes)).toEqual(plain.bytes);
  expect(gunzipSync(old.bytes)).toEqual(plain.bytes);
  expect(new Set([packed, old, plain].map(({ headers }) => headers.etag)).size).toBe(1);
});

test('responds 304 to a client that has it, kept or not', async () => {
  const { read } = await startServer();
  const { headers } = await read('/a');
  // The body names its build, so the second one differs.
  const second = await read('/a', { 'If-None-Match': headers.etag ?? '' });
  expect(second.status).toBe(200);
  const known = { 'If-None-Match': second.headers.etag ?? '' };
  expect(await read('/a', known)).toMatchObject({ status: 304, text: '' });
  expect((await read('/a', known)).headers).toMatchObject({ etag: second.headers.etag, vary: 'Accept-Encoding' });
});

test('a token neither gets nor makes the kept headers of another', async () => {
  const { read } = await startServer();
  const own = await twice(() => read('/a', { Authorization: 'token' }));
  const others = await read('/a');
  const again = await read('/a', { Authorization: 'token' });
  expect([own, others, again].map(({ headers }) => headers['cache-control'])).toEqual([
    'private, no-cache',
    'no-cache',
    'private, no-cache',
  ]);
});

describe('a build', () => {
  test('is shared by all requests of one time, but not by those after a change', async () => {
    const waiting: (() => void)[] = [];
    const { source, builds, read } = await startServer(async (_path, content) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return content;
    });
    const first = Array.from({ length: 20 }, () => read('/a'));
    await waitFor('all requests', () => source.reads === first.length);
    expect(waiting).toHaveLength(1);
    source.at += 1;
    const late = read('/a');
    await waitFor('the second build', () => waiting.length === 2);
    for (const go of waiting) go();
    const texts = (await Promise.all(first)).map(({ text }) => text.slice(0, 4));
    expect(new Set(texts)).toEqual(new Set(['/a 1']));
    expect((await late).text).toContain('/a 2');
    expect(builds).toHaveLength(2);
  });

  test('that began before a change is not kept', async () => {
    const { source, read } = await startServer(async (_path, content) => {
      source.at += 1;
      return content;
    });
    await twice(() => read('/a'));
    expect((await read('/a')).text).toContain('/a 3');
  });

  test('that fails is neither kept nor shared with later requests', async () => {
    let isDown = true;
    const { read } = await startServer(async (_path, content) => {
      if (isDown) throw new Error('down');
      return content;
    });
    expect((await read('/a')).status).toBe(500);
    isDown = false;
    expect((await read('/a')).status).toBe(200);
  });
});

test('a crawler of many addresses evicts nothing that others ask for', async () => {
  const { builds, read } = await startServer(async (_path, content) => ({ ...content, body: Buffer.alloc(200_000) }));
  await twice(() => read('/popular'));
  for (let page = 0; page < 200; page += 1) await read(`/${page}`);
  expect(builds).toHaveLength(2 + 200);
  await read('/popular');
  expect(builds).toHaveLength(2 + 200);
});

test('memory is bounded: what was not asked for lately makes room', async () => {
  const { builds, read } = await startServer(async (_path, content) => ({ ...content, body: Buffer.alloc(3_000_000) }));
  for (let page = 0; page < 6; page += 1) await twice(() => read(`/${page}`));
  const before = builds.length;
  await read('/5');
  expect(builds).toHaveLength(before);
  await read('/0');
  expect(builds).toHaveLength(before + 1);
});
