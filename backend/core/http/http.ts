import { randomUUID } from 'node:crypto';
import Router, { type RouterContext } from '@koa/router';
import type { Context, Middleware, ParameterizedContext, Request } from 'koa';
import { type ObjectSchema, ValidationError } from 'yup';
import type { Scope } from '#contract/integration/scopes.ts';
import { type Capability, can } from '#contract/users/capabilities.ts';
import type { Role } from '#contract/users/users.ts';
import { isId } from '#contract/values/text.ts';
import { m } from '#messages';
import type { Database, EntityManager } from '../database/db.ts';
import { AppError, invalid } from '../errors.ts';
import type { KeyedCalls } from '../idempotency/keyed-calls.ts';
import type { Quotas } from '../limits/quotas.ts';
import { type Logger, withLogFields } from '../observability/log.ts';
import { readBytes } from './bodies.ts';
import { readFields, sentencesOf } from './validation.ts';

/** The user whose session token or API key came with the request. */
export type Caller = {
  userId: string;
  username: string;
  email: string;
  role: Role;
  tokenHash: string;
  /** Whether they have authenticated within the last hour. */
  isRecent: boolean;
  /** Whether the shop requires a second factor of them, and they have none. */
  lacksSecondFactor: boolean;
  /** The API key by which a program calls in their name; null for themselves. */
  key: CallerKey | null;
};

export type CallerKey = { id: string; name: string; scopes: readonly Scope[] };

export type ShopState = {
  requestId: string;
  /** See routeOf. For a response that no router has seen. */
  route?: string | null;
  /** The request's own entity manager. */
  em: EntityManager;
  caller: Caller | null;
  /**
   * Checks again who calls, and whether they may, if a part of the body arrived after the first check. Whoever reads a body
   * calls it before acting on it.
   * @throws AppError unauthenticated, forbidden
   */
  confirmAccess: () => Promise<void>;
  quotas: Quotas;
  keyedCalls: KeyedCalls;
};

export type ShopContext = ParameterizedContext<ShopState>;
type ShopMiddleware = Middleware<ShopState>;

/** A router that matches paths exactly: case-sensitive, and without a trailing slash. */
export function createRouter(): Router<ShopState> {
  return new Router<ShopState>({ sensitive: true, strict: true });
}

const REQUEST_ID = /^[\w-]{8,64}$/;

/** Rejects a request whose target is not a URL (RFC 9112, 3.2), which later middleware could not parse. */
export const requireTarget: ShopMiddleware = async (ctx, next) => {
  if (hasTarget(ctx.request)) return next();
  ctx.status = 400;
  ctx.body = 'The URL is not valid';
};

function hasTarget(request: Request): boolean {
  try {
    return typeof request.path === 'string';
  } catch {
    return false;
  }
}

/** What all requests share. */
type Shared = Pick<ShopState, 'quotas' | 'keyedCalls'>;

/** Gives every request an id (the proxy's, if valid), a log line, and its own entity manager. */
export function requestScope(database: Database, { log, ...shared }: Shared & { log: Logger }): ShopMiddleware {
  return async (ctx, next) => {
    const given = ctx.get('X-Request-Id');
    const requestId = REQUEST_ID.test(given) ? given : randomUUID();
    ctx.state = stateOf(requestId, database, shared);
    ctx.set('X-Request-Id', requestId);
    await withLogFields({ requestId }, async () => {
      const start = performance.now();
      try {
        await next();
      } finally {
        const milliseconds = Math.round(performance.now() - start);
        const level = isPassedProbe(ctx) ? 'debug' : 'info';
        if (log.isLevelEnabled(level)) {
          const who = { address: ctx.ip, userId: ctx.state.caller?.userId };
          const what = { method: ctx.method, path: loggablePath(ctx.path), status: ctx.status, milliseconds };
          log[level]({ ...what, ...who }, 'request');
        }
      }
    });
  };
}

/** Forking takes longer than all else that a kept response needs. */
function stateOf(requestId: string, database: Database, shared: Shared): ShopState {
  let em: EntityManager | undefined;
  return {
    requestId,
    get em() {
      em ??= database.em.fork();
      return em;
    },
    caller: null,
    confirmAccess: async () => {},
    ...shared,
  };
}

/** The pattern of the request's route, such as `/api/v1/products/single/:id`; null if none matches path and method. */
export function routeOf(ctx: Context): string | null {
  const { matched = [], _matchedRoute: current, state } = ctx as Partial<RouterContext>;
  if (state?.route !== undefined) return state.route;
  const routes = matched.filter(({ methods }) => methods.includes(ctx.method)).map(({ path }) => path);
  // A middleware that rejects a request has a pattern of its own.
  return String(routes.find((path) => path === current) ?? routes[0] ?? '') || null;
}

/** Proxies ask every second. */
function isPassedProbe(ctx: Context): boolean {
  return ctx.path.startsWith('/health/') && ctx.status === 200;
}

/** A token is as sensitive as a password, so it stays out of the log. */
function loggablePath(path: string): string {
  return path.replace(/(\/(?:resetPassword|verify|verifyEmail|feeds)\/)[^/]+/i, '$1…');
}

/** @throws AppError unsupportedType for a body of another type */
export function requireJson({ request }: { request: Request }): void {
  // The length of a chunked body is unknown.
  if (request.length === 0 || request.is('json') !== false) return;
  throw new AppError('unsupportedType', m.api.mustBeJson());
}

/** The bytes of a body exactly as sent; at most `limit`. @throws AppError tooLarge, tooSlow, malformed */
export async function rawBody(ctx: ShopContext, limit = 1024 * 1024): Promise<Buffer> {
  const bytes = await readBytes(ctx.req, limit);
  await ctx.state.confirmAccess();
  return bytes;
}

/**
 * Validates the known fields of a body and drops the others.
 * @throws AppError malformed if it is not an object, invalid with a message for each invalid field
 */
export function validate<T extends object>(schema: ObjectSchema<T>, body: unknown): T {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AppError('malformed', m.api.mustBeObject());
  }
  try {
    return readFields(schema, body);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw invalid(Object.fromEntries(sentencesOf(error)), error);
  }
}

/** An id from a path, in lower case. @throws AppError notFound with `message` if it is malformed */
export function pathId(value: string | undefined, message: string): string {
  if (!isId(value)) throw new AppError('notFound', message);
  return value.toLowerCase();
}

const KEY_MAX = 255;

/** The key under which a caller repeats a request; null without one. @throws AppError malformed */
export function idempotencyKey(ctx: Pick<ShopContext, 'get'>): string | null {
  const key = ctx.get('Idempotency-Key') || null;
  if (key !== null && key.length > KEY_MAX) throw new AppError('malformed', m.api.keyTooLong());
  return key;
}

export type WithCaller = { state: Pick<ShopState, 'caller'> };

/** @throws AppError unauthenticated with `message` */
export function requireCaller(ctx: WithCaller, message = m.api.pleaseLogIn()): Caller {
  if (ctx.state.caller === null) throw new AppError('unauthenticated', message);
  return ctx.state.caller;
}

/** The error for a caller whose role lacks a capability. */
export function notAllowed(role: Role): AppError {
  return new AppError('forbidden', role === 'user' ? m.api.adminsOnly() : m.api.notYourRole());
}

/** @throws AppError unauthenticated, forbidden */
export function requireCapability(ctx: WithCaller, capability: Capability): Caller {
  const caller = requireCaller(ctx);
  if (!can(caller.role, capability)) throw notAllowed(caller.role);
  return caller;
}
