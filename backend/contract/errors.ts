/** The machine words of every error that the API answers. The HTTP status of each is decided in core/errors.ts. */
export const errorCodes = [
  'malformed',
  'unauthenticated',
  'forbidden',
  'notFound',
  'methodNotAllowed',
  'conflict',
  'priceChanged',
  'productsMissing',
  'editConflict',
  'tooLarge',
  'unsupportedType',
  'invalid',
  'tooMany',
  'internal',
  'unavailable',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** What every failed call answers. `message` and `error` are the same sentence for a person. */
export type ErrorBody = {
  status: 'error';
  message: string;
  error: string;
  code: ErrorCode;
  /** With `invalid` only: a sentence for each field, under the name that the body uses. */
  fields?: Record<string, string>;
  requestId: string;
};
