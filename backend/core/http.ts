import { randomUUID } from 'node:crypto';
import Router, { type RouterContext, type RouterMiddleware } from '@koa/router';
import type { Middleware, Response } from 'koa';
import { koaBody } from 'koa-body';
import { type ObjectSchema, ValidationError } from 'yup';
import type { ErrorBody, ErrorCode } from '#contract/errors.ts';
import { isId } from '#contract/text.ts';
import type { Role } from '#contract/users.ts';
import type { Database, EntityManager } from './db.ts';
import { AppError, invalid, noRoom } from './errors.ts';
import { type Logger, withLogFields } from './log.ts';
import { readFields, sentencesOf } from './validation.ts';

/** Who calls: the user of the session whose token came with the request. */
export type Caller = { userId: string; username: string; email: string; role: Role; tokenHash: string };

export type ShopState = {
  requestId: string;
  /** The request's own view of the database. */
  em: EntityManager;
  caller: Caller | null;
};

export type ShopContext = RouterContext<ShopState>;
type ShopMiddleware = Middleware<ShopState>;

/** Takes each path as it is written, and in no other spelling. */
export function createRouter(): Router<ShopState> {
  return new Router<ShopState>({ sensitive: true, strict: true });
}

const JSON_LIMIT = '100kb';
const REQUEST_ID = /^[\w-]{8,64}$/;

/** Gives every request an id (its proxy's, if it sent a sane one), a log line, and a database view of its own. */
export function requestScope(database: Database, log: Logger): ShopMiddleware {
  return async (ctx, next) => {
    const given = ctx.get('X-Request-Id');
    const requestId = REQUEST_ID.test(given) ? given : randomUUID();
    ctx.state.requestId = requestId;
    ctx.state.em = database.em.fork();
    ctx.state.caller = null;
    ctx.set('X-Request-Id', requestId);
    await withLogFields({ requestId }, async () => {
      const start = performance.now();
      try {
        await next();
      } finally {
        const milliseconds = Math.round(performance.now() - start);
        log.info({ method: ctx.method, path: loggablePath(ctx.path), status: ctx.status, milliseconds }, 'request');
      }
    });
  };
}

/** A reset token in the path is as good as a password: it stays out of the log. */
function loggablePath(path: string): string {
  return path.replace(/(\/resetPassword\/)[^/]+/i, '$1…');
}

/**
 * Turns what is thrown into the one error body of the API, elsewhere into its sentence. What is no AppError is a defect:
 * logged whole, told as nothing.
 */
export function answerErrors(log: Logger): ShopMiddleware {
  return async (ctx, next) => {
    const isApi = ctx.path.startsWith('/api/');
    try {
      await next();
      if (isApi && (ctx.body === undefined || ctx.body === null)) throw emptyAnswer(ctx.response);
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.code === 'internal') log.error({ err: thrown }, 'request failed');
      else if (error.status >= 500) log.warn({ err: thrown }, error.message);
      ctx.status = error.status;
      if (error.retryAfter !== undefined) ctx.set('Retry-After', String(Math.max(1, Math.ceil(error.retryAfter))));
      ctx.set('Cache-Control', 'no-store');
      if (!isApi) ctx.type = 'text/plain';
      ctx.body = isApi ? errorBody(error, ctx.state.requestId) : error.message;
    }
  };
}

function emptyAnswer(response: Response): AppError {
  // The router also names the methods of an address that has none.
  if (response.get('Allow')) return new AppError('methodNotAllowed', 'This address does not take that method');
  response.remove('Allow');
  return new AppError('notFound', 'There is nothing at this address');
}

function errorBody(error: AppError, requestId: string): ErrorBody {
  const { message, code, fields, body } = error;
  return { ...body, status: 'error', message, error: message, code, ...(fields && { fields }), requestId };
}

const codeOfStatus: Record<number, [ErrorCode, string]> = {
  400: ['malformed', 'The request could not be read'],
  403: ['notFound', 'There is nothing at this address'],
  404: ['notFound', 'There is nothing at this address'],
  413: ['tooLarge', 'The request is too large'],
  415: ['unsupportedType', 'The request has a type that is not understood here'],
};

function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isDatabaseGone(thrown)) {
    return new AppError('unavailable', 'The shop is catching its breath. Please try again in a moment.', {
      retryAfter: 5,
      cause: thrown,
    });
  }
  if (isDiskClosed(thrown)) return noRoom(thrown);
  const status = thrown instanceof Error && 'status' in thrown ? Number(thrown.status) : 500;
  const [code, sentence] = codeOfStatus[status] ?? ['internal', 'Something went wrong on our side'];
  return new AppError(code, sentence, { cause: thrown });
}

/**
 * SQLSTATE classes 08 (connection) and 57P (shutdown), 25P03 (a transaction that said nothing for too long), 53300 (too
 * many connections), and what the sockets say.
 */
function isDatabaseGone(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const code = 'code' in error ? String(error.code) : '';
    if (/^(08|57P|25P03|53300)/.test(code)) return true;
    if (['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT'].includes(code)) return true;
    if (/Connection terminated|is not queryable|timeout exceeded when trying to connect/.test(error.message))
      return true;
  }
  return false;
}

/** Full, or read-only as a disk becomes that has failed. */
function isDiskClosed(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && ['ENOSPC', 'EDQUOT', 'EROFS'].includes(String(thrown.code));
}

/** Reads a JSON body of at most 100 kB. */
export const jsonBody: ShopMiddleware = async (ctx, next) => {
  // Of a body that comes in chunks nobody knows the length.
  if (ctx.request.length !== 0 && ctx.is('json') === false) {
    throw new AppError('unsupportedType', 'The body must be JSON (Content-Type: application/json)');
  }
  try {
    await parseJson(ctx, async () => {});
  } catch (error) {
    if (error instanceof Error && 'status' in error) throw error;
    // Its encoding is not what it says.
    throw new AppError('malformed', 'The request could not be read', { cause: error });
  }
  await next();
};

const parseJson = koaBody({
  jsonLimit: JSON_LIMIT,
  multipart: false,
  urlencoded: false,
  text: false,
  parsedMethods: ['POST', 'PUT', 'PATCH'] as never,
});

/** The bytes of a body, as a signature was made over them; at most `limit`. @throws AppError tooLarge */
export async function rawBody(ctx: ShopContext, limit = 1024 * 1024): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of ctx.req) {
    size += chunk.length;
    if (size > limit) throw new AppError('tooLarge', 'The request is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The known fields of a body, each checked; unknown ones are dropped.
 * @throws AppError malformed if it is no object, invalid with a sentence for each wrong field
 */
export function validate<T extends object>(schema: ObjectSchema<T>, body: unknown): T {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AppError('malformed', 'The body must be a JSON object');
  }
  try {
    return readFields(schema, body);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw invalid(Object.fromEntries(sentencesOf(error)), error);
  }
}

/** An id from a path, in lower case. @throws AppError notFound with `sentence` if it can't be one */
export function pathId(value: string | undefined, sentence: string): string {
  if (!isId(value)) throw new AppError('notFound', sentence);
  return value.toLowerCase();
}

/** @throws AppError unauthenticated with `sentence` */
export function requireCaller(ctx: ShopContext, sentence = 'Please log in'): Caller {
  if (ctx.state.caller === null) throw new AppError('unauthenticated', sentence);
  return ctx.state.caller;
}

export const ADMINS_ONLY = 'Only admins may do this';

/** @throws AppError unauthenticated, forbidden */
export function requireAdmin(ctx: ShopContext): Caller {
  const caller = requireCaller(ctx);
  if (caller.role !== 'admin') throw new AppError('forbidden', ADMINS_ONLY);
  return caller;
}

/** Comes before a body is read, so that nobody else can make the shop receive one. @throws AppError unauthenticated, forbidden */
export const adminOnly: RouterMiddleware<ShopState> = async (ctx, next) => {
  requireAdmin(ctx);
  await next();
};
