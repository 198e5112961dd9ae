import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Middleware } from 'koa';
import send from 'koa-send';
import type { EntityManager } from './db.ts';
import type { ShopState } from './http.ts';
import { isKey, type Storage } from './storage.ts';

const CLIENT_FOLDER = fileURLToPath(new URL('../../dist/client', import.meta.url));
const HASHED_FOLDER = join(CLIENT_FOLDER, 'assets');
/** In milliseconds. */
const YEAR = 365 * 24 * 60 * 60 * 1000;

/** The default head of frontend/index.html, which the server replaces with the page's own. */
const HEAD = /<!-- head -->[\s\S]*<!-- \/head -->/;

type PageDescription =
  | {
      status: 200 | 404 | 503;
      /** HTML elements; null for the default head. */
      head: string | null;
    }
  /** The page has moved within the shop. */
  | { status: 301; location: string };

/** Returns the status and head of the page at an address. Path and query are percent-encoded. */
export type DescribePage = (em: EntityManager, address: { path: string; query: string }) => Promise<PageDescription>;

type Context = Parameters<Middleware<ShopState>>[0];

/** Serves published pictures. The bytes under a name never change, so browsers may cache them forever. */
export function serveUploads(storage: Storage): Middleware<ShopState> {
  return async (ctx, next) => {
    if (!isRead(ctx) || !ctx.path.startsWith('/uploads/')) return next();
    const key = ctx.path.slice(1);
    const file = isKey(key) ? await storage.open(key) : null;
    if (file === null) return respondNotFound(ctx, 'Picture not found');
    ctx.type = extname(key);
    ctx.length = file.size;
    ctx.lastModified = file.modifiedAt;
    ctx.etag = `W/"${file.size.toString(16)}-${file.modifiedAt.getTime().toString(16)}"`;
    ctx.set('Cache-Control', `max-age=${YEAR / 1000}, immutable`);
    ctx.body = file.stream;
  };
}

/** Serves the built client: its files, and for every other path its page with the matching head. */
export function serveClient(describePage: DescribePage): Middleware<ShopState> {
  return async (ctx, next) => {
    if (!isRead(ctx) || ctx.path.startsWith('/api/')) return next();
    if (ctx.path.startsWith('/assets/')) {
      // Their names contain a hash of their content.
      const isSent = await sendFile(ctx, ctx.path.slice('/assets'.length), HASHED_FOLDER, true);
      return isSent ? undefined : respondNotFound(ctx, 'File not found');
    }
    // index.html isn't served as a file: it would be a second address of the home page.
    if (ctx.path !== '/' && ctx.path !== '/index.html' && (await sendFile(ctx, ctx.path, CLIENT_FOLDER, false))) return;
    const page = await readPage();
    const described = await describePage(ctx.state.em, { path: ctx.path, query: ctx.querystring });
    ctx.status = described.status;
    ctx.set('Cache-Control', 'no-cache');
    if (described.status === 301) return ctx.redirect(described.location);
    ctx.type = 'text/html';
    ctx.body = described.head === null ? page : withHead(page, described.head);
  };
}

async function readPage(): Promise<string> {
  try {
    return await readFile(join(CLIENT_FOLDER, 'index.html'), 'utf8');
  } catch (error) {
    throw new Error('The client is not built: run `make build`', { cause: error });
  }
}

function withHead(page: string, head: string): string {
  if (!HEAD.test(page)) throw new Error('frontend/index.html has no placeholder for the head');
  // A function, because `replace` would expand patterns such as `$&` in a string.
  return page.replace(HEAD, () => head);
}

function isRead(ctx: Context): boolean {
  return ctx.method === 'GET' || ctx.method === 'HEAD';
}

function respondNotFound(ctx: Context, message: string): void {
  ctx.status = 404;
  ctx.body = message;
}

/** Sends a file, or its precompressed `.br` or `.gz`. @returns false if there is none */
async function sendFile(ctx: Context, path: string, root: string, immutable: boolean): Promise<boolean> {
  try {
    // Returns undefined for folders and dotfiles.
    return (await send(ctx, path, { root, immutable, maxage: immutable ? YEAR : 0 })) !== undefined;
  } catch (error) {
    // 4xx: a path that leaves the folder or can't be decoded.
    const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
    if (status < 500) return false;
    throw error;
  }
}
