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
/** Milliseconds. */
const YEAR = 365 * 24 * 60 * 60 * 1000;

/** What frontend/index.html says of itself, which the server replaces by what the address is about. */
const HEAD = /<!-- head -->[\s\S]*<!-- \/head -->/;

type PageDescription = {
  status: 200 | 404 | 503;
  /** HTML elements; null for those that the client was built with. */
  head: string | null;
};

/** Says whether there is a page at a path, and what its head holds. */
export type DescribePage = (em: EntityManager, path: string) => Promise<PageDescription>;

type Context = Parameters<Middleware<ShopState>>[0];

/** Published pictures. A name never changes its bytes, so that browsers keep them for good. */
export function serveUploads(storage: Storage): Middleware<ShopState> {
  return async (ctx, next) => {
    if (!isRead(ctx) || !ctx.path.startsWith('/uploads/')) return next();
    const key = ctx.path.slice(1);
    const file = isKey(key) ? await storage.open(key) : null;
    if (file === null) return refuse(ctx, 'There is no such picture');
    ctx.type = extname(key);
    ctx.length = file.size;
    ctx.lastModified = file.modifiedAt;
    ctx.etag = `W/"${file.size.toString(16)}-${file.modifiedAt.getTime().toString(16)}"`;
    ctx.set('Cache-Control', `max-age=${YEAR / 1000}, immutable`);
    ctx.body = file.stream;
  };
}

/** The built client: its files, and its page, with a head that fits, for every address that is not a file. */
export function serveClient(describePage: DescribePage): Middleware<ShopState> {
  return async (ctx, next) => {
    if (!isRead(ctx) || ctx.path.startsWith('/api/')) return next();
    if (ctx.path.startsWith('/assets/')) {
      // Their names say what is in them.
      const isSent = await sendFile(ctx, ctx.path.slice('/assets'.length), HASHED_FOLDER, true);
      return isSent ? undefined : refuse(ctx, 'There is no such file');
    }
    // The page itself is no file to be asked for: it would be a second address of everything.
    if (ctx.path !== '/' && ctx.path !== '/index.html' && (await sendFile(ctx, ctx.path, CLIENT_FOLDER, false))) return;
    const page = await readPage();
    const { status, head } = await describePage(ctx.state.em, ctx.path);
    ctx.status = status;
    ctx.type = 'text/html';
    ctx.set('Cache-Control', 'no-cache');
    ctx.body = head === null ? page : withHead(page, head);
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
  if (!HEAD.test(page)) throw new Error('frontend/index.html has no place for a head');
  // A function, because a text could hold what `replace` takes for a pattern, such as `$&`.
  return page.replace(HEAD, () => head);
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
    // It sends nothing, and says nothing, for folders and names that begin with a dot.
    return (await send(ctx, path, { root, immutable, maxage: immutable ? YEAR : 0 })) !== undefined;
  } catch (error) {
    // What leads out of the folder or can't be decoded is no file either.
    const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
    if (status < 500) return false;
    throw error;
  }
}
