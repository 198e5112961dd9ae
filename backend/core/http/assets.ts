import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Middleware } from 'koa';
import send from 'koa-send';
import type { FirstView } from '#contract/pages.ts';
import type { EntityManager } from '../database/db.ts';
import { AppError } from '../errors.ts';
import type { Logger } from '../observability/log.ts';
import { type FileStatus, isKey, type Storage } from '../storage/storage.ts';
import type { ShopState } from './http.ts';

const CLIENT_FOLDER = fileURLToPath(new URL('../../../dist/client', import.meta.url));
const RENDERER = new URL('../../../dist/server/server.js', import.meta.url).href;
const HASHED_FOLDER = join(CLIENT_FOLDER, 'assets');
/** In milliseconds. */
const YEAR = 365 * 24 * 60 * 60 * 1000;

/** The default head of frontend/index.html, which the server replaces with the page's own. */
const HEAD = /<!-- head -->[\s\S]*<!-- \/head -->/;
/** Its default body, which the server replaces with the page's first view. */
const BODY = /\s*<!-- body -->[\s\S]*<!-- \/body -->\s*/;

type PageDescription =
  | {
      status: 200 | 404 | 503;
      /** HTML elements; null for the default head. */
      head: string | null;
      /** What the page shows first, which the server renders; null if only the client does. */
      firstView: FirstView | null;
    }
  /** The page has moved within the shop. */
  | { status: 301; location: string };

type Address = { path: string; query: string };

/** Returns the status and head of the page at an address. Path and query are percent-encoded. */
export type DescribePage = (em: EntityManager, address: Address) => Promise<PageDescription>;

/** The exports of frontend/server.tsx. */
type Renderer = { renderPage(address: Address, firstView: FirstView): string };

type Context = Parameters<Middleware<ShopState>>[0];

/** Serves published pictures. The bytes under a name never change, so browsers may cache them forever. */
export function serveUploads(storage: Storage): Middleware<ShopState> {
  return async (ctx, next) => {
    if (!isRead(ctx) || !ctx.path.startsWith('/uploads/')) return next();
    const key = ctx.path.slice(1);
    if (!isKey(key)) throw pictureNotFound();
    // Without opening the file for a browser that has it.
    if (ctx.method === 'HEAD' || ctx.get('If-None-Match') || ctx.get('If-Modified-Since')) {
      describeFile(ctx, key, await storage.stat(key));
      if (ctx.method === 'HEAD' || ctx.fresh) return;
    }
    const file = await storage.open(key);
    describeFile(ctx, key, file);
    ctx.body = file.stream;
  };
}

/** Sets the headers for a file. @throws AppError notFound */
function describeFile(ctx: Context, key: string, file: FileStatus | null): asserts file is FileStatus {
  if (file === null) throw pictureNotFound();
  ctx.status = 200;
  ctx.type = extname(key);
  ctx.length = file.size;
  ctx.lastModified = file.modifiedAt;
  ctx.etag = `W/"${file.size.toString(16)}-${file.modifiedAt.getTime().toString(16)}"`;
  ctx.set('Cache-Control', `max-age=${YEAR / 1000}, immutable`);
}

function pictureNotFound(): AppError {
  return new AppError('notFound', 'Picture not found');
}

/** Serves the built client: its files, and for every other path its page with the matching head. */
export function serveClient(describePage: DescribePage, log: Logger): Middleware<ShopState> {
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
    const address = { path: ctx.path, query: ctx.querystring };
    const described = await describePage(ctx.state.em, address);
    ctx.status = described.status;
    ctx.set('Cache-Control', 'no-cache');
    if (described.status === 301) return ctx.redirect(described.location);
    ctx.type = 'text/html';
    const { head, firstView } = described;
    const body = firstView && (await render(address, firstView, log));
    ctx.body = withPart(withPart(page, HEAD, head), BODY, body);
  };
}

async function readPage(): Promise<string> {
  try {
    return await readFile(join(CLIENT_FOLDER, 'index.html'), 'utf8');
  } catch (error) {
    throw new Error('The client is not built: run `make build`', { cause: error });
  }
}

/** Replaces a default part of the page; null keeps it. */
function withPart(page: string, part: RegExp, content: string | null): string {
  if (content === null) return page;
  if (!part.test(page)) throw new Error(`frontend/index.html has no ${part}`);
  // A function, because `replace` would expand patterns such as `$&` in a string.
  return page.replace(part, () => content);
}

/** Renders a page with the client's own code. Null if that fails: the client then tries, and shows what it can. */
async function render(address: Address, firstView: FirstView, log: Logger): Promise<string | null> {
  try {
    const { renderPage }: Renderer = await import(RENDERER);
    return renderPage(address, firstView);
  } catch (error) {
    log.error({ err: error }, 'could not render a page');
    return null;
  }
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
