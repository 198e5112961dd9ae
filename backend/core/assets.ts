import { fileURLToPath } from 'node:url';
import type { Middleware } from 'koa';
import send from 'koa-send';
import { isPage } from '#contract/routes.ts';
import type { ShopState } from './http.ts';
import type { Storage } from './storage.ts';

const CLIENT_FOLDER = fileURLToPath(new URL('../../dist/client', import.meta.url));
/** Milliseconds. */
const YEAR = 365 * 24 * 60 * 60 * 1000;

type Context = Parameters<Middleware<ShopState>>[0];

/** Published pictures. A name never changes its bytes, so that browsers keep them for good. */
export function serveUploads(storage: Storage): Middleware<ShopState> {
  return async (ctx, next) => {
    if (!isRead(ctx) || !ctx.path.startsWith('/uploads/')) return next();
    const isSent = await sendFile(ctx, ctx.path.slice('/uploads'.length), storage.publicFolder, true);
    if (!isSent) refuse(ctx, 'There is no such picture');
  };
}

/** The built client: its files, and its page for every address that is not a file. */
export function serveClient(): Middleware<ShopState> {
  return async (ctx, next) => {
    if (!isRead(ctx) || ctx.path.startsWith('/api/')) return next();
    const isHashed = ctx.path.startsWith('/assets/');
    const isFile = ctx.path !== '/' && (await sendFile(ctx, ctx.path, CLIENT_FOLDER, isHashed));
    if (isFile) return;
    if (isHashed) return refuse(ctx, 'There is no such file');
    const isSent = await sendFile(ctx, '/index.html', CLIENT_FOLDER, false);
    if (!isSent) throw new Error('The client is not built: run `make build`');
    ctx.status = isPage(ctx.path) ? 200 : 404;
  };
}

function isRead(ctx: Context): boolean {
  return ctx.method === 'GET' || ctx.method === 'HEAD';
}

function refuse(ctx: Context, sentence: string): void {
  ctx.status = 404;
  ctx.body = sentence;
}

/** Sends a file, compressed ahead where a `.br` or `.gz` of it lies beside. @returns false where there is none */
async function sendFile(ctx: Context, path: string, root: string, immutable: boolean): Promise<boolean> {
  try {
    await send(ctx, path, { root, immutable, maxage: immutable ? YEAR : 0 });
    return true;
  } catch (error) {
    // What leads out of the folder or can't be decoded is no file either.
    const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
    if (status < 500) return false;
    throw error;
  }
}
