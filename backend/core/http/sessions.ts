import { createHash, randomBytes } from 'node:crypto';
import type { Middleware } from 'koa';
import type { EntityManager } from '../database/db.ts';
import { AppError } from '../errors.ts';
import type { Caller, ShopState } from './http.ts';

/** Lifetime of a login in milliseconds. */
export const SESSION_LIFETIME = 30 * 24 * 60 * 60 * 1000;

/** Creates an opaque token of 256 random bits. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Hashes a token for storage. Tokens are random, so SHA-256 needs no salt. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The error for an invalid or expired token, or a user deleted during the request. */
export function sessionEnded(cause?: unknown): AppError {
  const body = { sessionEnded: true };
  return new AppError('unauthenticated', 'Your session has ended. Please log in again.', { cause, body });
}

type FindCaller = (em: EntityManager, tokenHash: string) => Promise<Caller | null>;

/**
 * Identifies the caller by the token in Authorization (with or without `Bearer`). Reads and the paths in `except` ignore
 * an invalid token; other requests get 401, so that clients notice the end of their session.
 */
export function authenticate(findCaller: FindCaller, except: readonly string[]): Middleware<ShopState> {
  return async (ctx, next) => {
    const token = ctx
      .get('Authorization')
      .replace(/^Bearer /i, '')
      .trim();
    if (token !== '') {
      const isIgnorable = ctx.method === 'GET' || ctx.method === 'HEAD' || except.includes(ctx.path);
      const identify = async () => {
        ctx.state.caller = await findCaller(ctx.state.em, hashToken(token));
        if (ctx.state.caller === null && !isIgnorable) throw sessionEnded();
      };
      await identify();
      // Most bodies arrive together with the headers, and need no second query.
      if (!ctx.req.complete) ctx.state.confirmAccess = identify;
    }
    await next();
  };
}
