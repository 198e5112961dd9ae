import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { send } from '@koa/send';
import type { Middleware } from 'koa';
import { m } from '#messages';
import { AppError } from '../errors.ts';
import { DOWNLOADS_FOLDER, type FileStatus, isKey, type Storage } from '../storage/storage.ts';
import { isRead } from './caching.ts';
import type { ShopState } from './http.ts';

export const CLIENT_FOLDER = fileURLToPath(new URL('../../../dist/client', import.meta.url));
const HASHED_FOLDER = join(CLIENT_FOLDER, 'assets');
/** Not served as files: they would be further addresses of the home page. */
const PAGE = /^\/(index(\.[\w-]+)?\.html)?$/;
/** In milliseconds. */
const YEAR = 365 * 24 * 60 * 60 * 1000;

type Context = Parameters<Middleware<ShopState>>[0];

/** Serves published pictures, and documents as downloads. The bytes under a name never change, so browsers may cache them forever. */
export function serveUploads(storage: Storage): Middleware<ShopState> {
  return async (ctx, next) => {
    if (!isRead(ctx) || !ctx.path.startsWith('/uploads/')) return next();
    const key = ctx.path.slice(1);
    if (!isKey(key)) throw fileNotFound();
    if (key.startsWith(`${DOWNLOADS_FOLDER}/`)) serveAsDownload(ctx);
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

/** A PDF can hold scripts, and a browser may show it in spite of the disposition: it then has neither scripts nor an origin. */
function serveAsDownload(ctx: Context): void {
  ctx.set('Content-Disposition', 'attachment');
  ctx.set('Content-Security-Policy', "default-src 'none'; sandbox");
}

/** Sets the headers for a file. @throws AppError notFound */
function describeFile(ctx: Context, key: string, file: FileStatus | null): asserts file is FileStatus {
  if (file === null) throw fileNotFound();
  ctx.status = 200;
  ctx.type = extname(key);
  ctx.length = file.size;
  ctx.lastModified = file.modifiedAt;
  ctx.etag = `W/"${file.size.toString(16)}-${file.modifiedAt.getTime().toString(16)}"`;
  ctx.set('Cache-Control', `max-age=${YEAR / 1000}, immutable`);
}

function fileNotFound(): AppError {
  return new AppError('notFound', m.api.fileNotFound());
}

/** Serves the files of the built client. */
export function serveFiles(): Middleware<ShopState> {
  return async (ctx, next) => {
    if (!isRead(ctx) || ctx.path.startsWith('/api/')) return next();
    if (ctx.path.startsWith('/assets/')) {
      // Their names contain a hash of their content.
      const isSent = await sendFile(ctx, ctx.path.slice('/assets'.length), HASHED_FOLDER, true);
      return isSent ? undefined : respondNotFound(ctx, m.api.fileNotFound());
    }
    if (!PAGE.test(ctx.path) && (await sendFile(ctx, ctx.path, CLIENT_FOLDER, false))) return;
    await next();
  };
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
