import { createHash, randomBytes } from 'node:crypto';
import type { Middleware } from 'koa';
import type { EntityManager } from './db.ts';
import { AppError } from './errors.ts';
import type { Caller, ShopState } from './http.ts';

/** How long a login lasts, in milliseconds. */
export const SESSION_LIFETIME = 30 * 24 * 60 * 60 * 1000;

/** A new opaque token of 256 random bits. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token. It is random already, so that a plain SHA-256 can't be turned back. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** For a token that is not valid any more, and for what its user was doing when they were deleted. */
export function sessionEnded(cause?: unknown): AppError {
  return new AppError('unauthenticated', 'Your session has ended. Please log in again.', { cause });
}

type FindCaller = (em: EntityManager, tokenHash: string) => Promise<Caller | null>;

/**
 * Finds out who calls, by the token in Authorization (bare, or after `Bearer`). A token that is not valid (any more) is
 * ignored by reads, and by calls of the paths in `except`; everything else answers 401, so that nobody goes on working in
 * the belief of being logged in.
 */
export function authenticate(findCaller: FindCaller, except: readonly string[]): Middleware<ShopState> {
  return async (ctx, next) => {
    const token = ctx
      .get('Authorization')
      .replace(/^Bearer /i, '')
      .trim();
    if (token !== '') {
      ctx.state.caller = await findCaller(ctx.state.em, hashToken(token));
      const ignorable = ctx.method === 'GET' || ctx.method === 'HEAD' || except.includes(ctx.path);
      if (ctx.state.caller === null && !ignorable) {
        throw sessionEnded();
      }
    }
    await next();
  };
}
