import type { ErrorCode } from '#contract/errors.ts';

const statusOf: Record<ErrorCode, number> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  methodNotAllowed: 405,
  conflict: 409,
  priceChanged: 409,
  productsMissing: 409,
  editConflict: 409,
  tooLarge: 413,
  unsupportedType: 415,
  invalid: 422,
  tooMany: 429,
  internal: 500,
  unavailable: 503,
};

type Details = {
  /** A sentence for each wrong field; with `invalid`. */
  fields?: Record<string, string>;
  /** Further members of the answer's body. */
  body?: Record<string, unknown>;
  /** Seconds after which trying again makes sense (RFC 9110, Retry-After). */
  retryAfter?: number;
  cause?: unknown;
};

/** An error that may be told: a machine word and one sentence for a person. Everything else that is thrown is a defect. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly body: Record<string, unknown>;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, sentence: string, { fields, body = {}, retryAfter, cause }: Details = {}) {
    super(sentence, { cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = fields;
    this.body = body;
    this.retryAfter = retryAfter;
  }

  /** The HTTP status of this error. */
  get status(): number {
    return statusOf[this.code];
  }
}

/** Values that break a rule: the message is the first field's sentence. */
export function invalid(fields: Record<string, string>, cause?: unknown): AppError {
  return new AppError('invalid', Object.values(fields)[0] ?? 'The values are not valid', { fields, cause });
}

/** The disk is full: nobody's fault, and an operator's to mend. */
export function noRoom(cause: unknown): AppError {
  return new AppError('unavailable', 'The shop has no room for files just now. Please try again later.', {
    retryAfter: 60,
    cause,
  });
}
