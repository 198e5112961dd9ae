import { type ErrorCode, errors } from '#contract/errors.ts';
import { m } from '#messages';

type Details = {
  /** A message for each invalid field; with `invalid`. */
  fields?: Record<string, string>;
  /** Additional members of the response body. */
  body?: Record<string, unknown>;
  /** Seconds to wait before a retry (RFC 9110, Retry-After). */
  retryAfter?: number;
  cause?: unknown;
};

/** An error safe to expose: a code and a message. Anything else that is thrown is a defect. */
export class AppError extends Error {
  /** Koa responds with the message. */
  readonly expose = true;
  readonly code: ErrorCode;
  /** The HTTP status. */
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  readonly body: Record<string, unknown>;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, { fields, body = {}, retryAfter, cause }: Details = {}) {
    super(message, { cause });
    this.name = 'AppError';
    this.code = code;
    this.status = errors[code].status;
    this.fields = fields;
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

/**
 * A failure that no retry can fix: a job that throws it fails at once. The message is for people, and `cause` holds the
 * library's error.
 */
export class UnprocessableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnprocessableError';
  }

  /** The message with its cause, for operators. */
  get detail(): string {
    return this.cause instanceof Error ? `${this.message}: ${this.cause.message}` : this.message;
  }
}

/** The code of an error from Node or PostgreSQL, such as ENOENT or 23505; '' without one. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The first line of an error's message, which for several refused addresses of one host is empty. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0]);
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
}

/** The error for invalid values, with the message of the first field. */
export function invalid(fields: Record<string, string>, cause?: unknown): AppError {
  return new AppError('invalid', Object.values(fields)[0] ?? m.fields.invalid(), { fields, cause });
}

/** The error for an upload while the disk is full or read-only. */
export function noRoom(cause: unknown): AppError {
  return new AppError('unavailable', m.api.uploadsUnavailable(), {
    retryAfter: 60,
    cause,
  });
}

/** What was looked for. @throws AppError notFound with `message` if it is undefined */
export function found<T>(result: T | undefined, message: string): T {
  if (result === undefined) throw new AppError('notFound', message);
  return result;
}
