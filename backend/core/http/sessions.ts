import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Middleware } from 'koa';
import { LRUCache } from 'lru-cache';
import { m } from '#messages';
import type { EntityManager } from '../database/db.ts';
import { AppError } from '../errors.ts';
import { isRead } from './caching.ts';
import type { Caller, ShopState } from './http.ts';

/** Lifetime of a login in milliseconds. */
export const SESSION_LIFETIME = 30 * 24 * 60 * 60 * 1000;

/** Creates an opaque token of 256 random bits. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** How the secrets of API keys begin. */
export const KEY_PREFIX = 'wsk_';

/** Creates the secret of an API key. Only what `tokenHashOf` makes of it is stored. */
export function newKeySecret(): string {
  return KEY_PREFIX + newToken();
}

/** Characters of a session's token, which may begin like a key. */
const TOKEN_LENGTH = 43;

/** Hashes a token for storage. Tokens are random, so SHA-256 needs no salt. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Compares secrets in constant time, which timingSafeEqual does for inputs of equal length. */
export function isSameSecret(one: string | Buffer, other: string | Buffer): boolean {
  const [first, second] = [one, other].map((secret) => createHash('sha256').update(secret).digest()) as [
    Buffer,
    Buffer,
  ];
  return timingSafeEqual(first, second);
}

/** The error for an invalid or expired token, or a user deleted during the request. */
export function sessionEnded(): AppError {
  const body = { sessionEnded: true };
  return new AppError('unauthenticated', m.api.sessionEnded(), { body });
}

/** The caller of a valid token; null otherwise. */
export type FindCaller = (em: EntityManager, tokenHash: string) => Promise<Caller | null>;

/** The hash of the token in Authorization, with or without `Bearer`; null without one. That of a key has its prefix. */
export function tokenHashOf(authorization: string | undefined): string | null {
  const token = (authorization ?? '').replace(/^Bearer /i, '').trim();
  if (token === '') return null;
  const isKey = token.startsWith(KEY_PREFIX) && token.length !== TOKEN_LENGTH;
  return (isKey ? KEY_PREFIX : '') + hashToken(token);
}

/** Whether a hash is that of an API key. */
function isKeyHash(tokenHash: string): boolean {
  return tokenHash.startsWith(KEY_PREFIX);
}

/** Finds the caller of a token of either kind. */
export function findCallerBy(kinds: { session: FindCaller; key: FindCaller }): FindCaller {
  return (em, tokenHash) => (isKeyHash(tokenHash) ? kinds.key : kinds.session)(em, tokenHash);
}

/** Hashes of tokens that were valid within the last ten minutes. */
const known = new LRUCache<string, true>({ max: 10_000, ttl: 10 * 60_000 });

/** Whether a token was valid recently, from memory. Decides whom to serve first, never what they may do. */
export function isKnownSession(tokenHash: string): boolean {
  return known.has(tokenHash);
}

/** Finds the caller of a token, and remembers that it is valid. */
export function remembering(findCaller: FindCaller): FindCaller {
  return async (em, tokenHash) => {
    const caller = await findCaller(em, tokenHash);
    if (caller === null) known.delete(tokenHash);
    else known.set(tokenHash, true);
    return caller;
  };
}

/**
 * Identifies the caller by the token in Authorization (with or without `Bearer`). Reads and the paths in `except` ignore
 * an invalid token of a session; other requests get 401, so that clients notice the end of their session. With an
 * invalid API key, every request gets 401, so that the program's operator notices.
 */
export function authenticate(findCaller: FindCaller, except: readonly string[]): Middleware<ShopState> {
  const find = remembering(findCaller);
  return async (ctx, next) => {
    const tokenHash = tokenHashOf(ctx.get('Authorization'));
    if (tokenHash !== null) {
      const isKey = isKeyHash(tokenHash);
      const isIgnorable = !isKey && (isRead(ctx) || except.includes(ctx.path));
      const identify = async () => {
        ctx.state.caller = await find(ctx.state.em, tokenHash);
        if (ctx.state.caller !== null || isIgnorable) return;
        throw isKey ? new AppError('unauthenticated', m.api.keyNotValid()) : sessionEnded();
      };
      await identify();
      // Most bodies arrive together with the headers, and need no second query.
      if (!ctx.req.complete) ctx.state.confirmAccess = identify;
    }
    await next();
  };
}
