import type { Context, Middleware } from 'koa';
import { isOfApi } from './error-responses.ts';

type Caching = Pick<Context, 'method' | 'path' | 'get' | 'set'>;

/**
 * Keeps responses out of all caches, as most of the API's are personal. Public reads permit caches to keep theirs
 * (core/http/calls.ts), and so do pages and files.
 */
export const storeNothing: Middleware = async (ctx, next) => {
  if (isOfApi(ctx.path) || !isRead(ctx)) ctx.set('Cache-Control', 'no-store');
  await next();
};

/** Lets caches keep a public read and ask whether it has changed; only the caller's own, if it came with a token. */
export function permitStoring(ctx: Caching): void {
  if (isRead(ctx)) ctx.set('Cache-Control', ctx.get('Authorization') ? 'private, no-cache' : 'no-cache');
}

export function isRead({ method }: Caching): boolean {
  return method === 'GET' || method === 'HEAD';
}
