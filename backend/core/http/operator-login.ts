import type { Middleware } from 'koa';
import { ownLimits } from '../limits/limit-store.ts';
import { RateLimiter, rateLimitKey } from '../limits/rate-limit.ts';
import { isSameSecret } from './sessions.ts';

/** Tells operators what asks for their password. */
const REALM = 'WebShop operations';

/** What an Authorization header has to prove. */
export type Credentials = { scheme: 'basic' | 'bearer'; secret: string };

/** Wrong credentials per address; then the right ones wait, too, or guessing would go on. */
const FAILURES = { most: 10, seconds: 15 * 60 };

/** HTTP Basic (RFC 7617). */
export function operatorLogin(password: string): Credentials {
  return { scheme: 'basic', secret: `operator:${password}` };
}

/** What reads metrics: the operator and, if there is a token for it, Prometheus (RFC 6750). */
export function metricsReaders(operatorPassword: string, metricsToken: string | null): Credentials[] {
  const operator = operatorLogin(operatorPassword);
  return metricsToken === null ? [operator] : [operator, { scheme: 'bearer', secret: metricsToken }];
}

/**
 * Counts the failures of a process. Each counts its own: workers need no connection for it, and guesses at several of
 * them are still few.
 */
export function openLoginFailures(): RateLimiter {
  return new RateLimiter(ownLimits, { name: 'operator login', ...FAILURES });
}

/**
 * Requires any of these credentials. Limits failures by the address of the connection, also from this machine: what a
 * proxy says doesn't count, as clients can reach this port without one.
 */
export function requireLogin(accepted: readonly Credentials[], failures: RateLimiter): Middleware {
  return async (ctx, next) => {
    const header = ctx.get('Authorization');
    const address = rateLimitKey(ctx.ip);
    // A browser's first request has none.
    const wait = header === '' ? 0 : await failures.take(address);
    if (wait > 0) {
      ctx.status = 429;
      ctx.set('Retry-After', String(Math.ceil(wait / 1000)));
      ctx.body = 'Too many wrong passwords. Try again later.';
      return;
    }
    if (accepted.some((credentials) => proves(header, credentials))) {
      await failures.giveBack(address);
      return next();
    }
    ctx.status = 401;
    ctx.set('WWW-Authenticate', `Basic realm="${REALM}", charset="UTF-8"`);
    ctx.body = 'Please log in as the operator';
  };
}

function proves(header: string, { scheme, secret }: Credentials): boolean {
  const [, name = '', sent = ''] = /^(basic|bearer) +(\S+)$/i.exec(header) ?? [];
  const given = scheme === 'basic' ? Buffer.from(sent, 'base64') : sent;
  return name.toLowerCase() === scheme && isSameSecret(given, secret);
}
