/** The codes of all API errors. core/errors.ts maps each to an HTTP status. */
export const errorCodes = [
  'malformed',
  'unauthenticated',
  'forbidden',
  'secondFactorRequired',
  'reauthenticationRequired',
  'notFound',
  'methodNotAllowed',
  'conflict',
  'priceChanged',
  'productsMissing',
  'soldOut',
  'editConflict',
  'stockChanged',
  'tooSlow',
  'tooLarge',
  'unsupportedType',
  'misdirected',
  'invalid',
  'tooMany',
  'internal',
  'unavailable',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** The body of every failed call. `message` and `error` are the same sentence for people. */
export type ErrorBody = {
  status: 'error';
  message: string;
  error: string;
  code: ErrorCode;
  /** With `invalid` only: a sentence for each field, by its name in the request body. */
  fields?: Record<string, string>;
  requestId: string;
};
