import type { Middleware, Response } from 'koa';
import type { ErrorBody, ErrorCode } from '#contract/errors.ts';
import { m } from '#messages';
import { AppError, codeOf, noRoom } from '../errors.ts';
import type { Logger } from '../observability/log.ts';
import { StorageError } from '../storage/storage.ts';
import type { ShopState } from './http.ts';

const NOT_MODIFIED = 304;

/** Where assistants ask. Its errors are those of JSON-RPC. */
export const MCP_PATH = '/mcp';

/** Whether errors at this path are JSON. */
export function isOfApi(path: string): boolean {
  return path.startsWith('/api/');
}

/**
 * Turns errors into the API's error body, or into plain text outside the API. Errors other than AppError are defects:
 * they are logged in full, and their details are never exposed.
 */
export function respondToErrors(log: Logger): Middleware<ShopState> {
  return async (ctx, next) => {
    const isApi = isOfApi(ctx.path);
    try {
      await next();
      const isEmpty = (ctx.body === undefined || ctx.body === null) && ctx.status !== NOT_MODIFIED;
      if (isApi && isEmpty) throw emptyResponse(ctx.response);
    } catch (thrown) {
      const error = toAppError(thrown, log);
      ctx.status = error.status;
      if (error.retryAfter !== undefined) ctx.set('Retry-After', String(Math.max(1, Math.ceil(error.retryAfter))));
      ctx.set('Cache-Control', 'no-store');
      if (isApi) ctx.body = errorBody(error, ctx.state.requestId);
      else if (ctx.path === MCP_PATH) ctx.body = rpcError(error, ctx.state.requestId);
      else {
        ctx.type = 'text/plain';
        ctx.body = error.message;
      }
    }
  };
}

function emptyResponse(response: Response): AppError {
  // @koa/router sets an empty Allow for an unknown path.
  if (response.get('Allow')) return new AppError('methodNotAllowed', m.api.methodNotAllowed());
  response.remove('Allow');
  return new AppError('notFound', m.api.addressNotFound());
}

export function errorBody(error: AppError, requestId: string): ErrorBody {
  const { message, code, fields, body } = error;
  return { ...body, status: 'error', message, error: message, code, ...(fields && { fields }), requestId };
}

/** https://www.jsonrpc.org/specification#error_object: JSON that can't be parsed, no message of the protocol, and all else. */
function rpcError(error: AppError, requestId: string): object {
  const isUnparsed = error.cause instanceof SyntaxError;
  const code = error.code !== 'malformed' ? -32_000 : isUnparsed ? -32_700 : -32_600;
  return { jsonrpc: '2.0', error: { code, message: error.message, data: { code: error.code, requestId } }, id: null };
}

const codeOfStatus: Record<number, [ErrorCode, () => string]> = {
  400: ['malformed', m.api.requestUnreadable],
  403: ['notFound', m.api.addressNotFound],
  404: ['notFound', m.api.addressNotFound],
  413: ['tooLarge', m.api.requestTooLarge],
  415: ['unsupportedType', m.api.typeNotSupported],
};

/** The error to expose for what was thrown. Logs it if it is the shop's. */
export function toAppError(thrown: unknown, log: Logger): AppError {
  const error = asAppError(thrown);
  if (error.code === 'internal') log.error({ err: thrown }, 'request failed');
  else if (error.status >= 500) log.warn({ err: thrown }, error.message);
  return error;
}

function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof StorageError) {
    return new AppError('unavailable', m.api.storageUnavailable(), {
      retryAfter: 10,
      cause: thrown,
    });
  }
  if (isDatabaseBusy(thrown)) {
    return new AppError('unavailable', m.api.busy(), {
      retryAfter: 5,
      cause: thrown,
    });
  }
  if (isDiskUnwritable(thrown)) return noRoom(thrown);
  const status = thrown instanceof Error && 'status' in thrown ? Number(thrown.status) : 500;
  const [code, sentence] = codeOfStatus[status] ?? ['internal', m.api.internal];
  return new AppError(code, sentence(), { cause: thrown });
}

/**
 * SQLSTATE classes 08 (connection) and 57 (shutdown, statement timeout), 25P03 (idle transaction timeout), 53300 (too many
 * connections), 55P03 (lock timeout), and socket errors.
 */
function isDatabaseBusy(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const code = codeOf(error);
    if (/^(08|57|25P03|53300|55P03)/.test(code)) return true;
    if (['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT'].includes(code)) return true;
    if (/Connection terminated|is not queryable|timeout exceeded when trying to connect/.test(error.message))
      return true;
  }
  return false;
}

/** Whether the disk is full, or read-only because it failed. */
function isDiskUnwritable(thrown: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EROFS'].includes(codeOf(thrown));
}
