/** All API errors by code: their HTTP status, and what they mean, for the API's description. */
export const errors = {
  malformed: { status: 400, meaning: "The request can't be read." },
  unauthenticated: { status: 401, meaning: 'A login is required, or the session has ended.' },
  forbidden: { status: 403, meaning: 'This user may not do this.' },
  secondFactorRequired: { status: 403, meaning: 'This user must set up two-step login first.' },
  reauthenticationRequired: {
    status: 403,
    meaning: 'The last login is over an hour ago: authenticate again with POST /user/reauthenticate.',
  },
  notFound: { status: 404, meaning: "It doesn't exist." },
  methodNotAllowed: { status: 405, meaning: 'The path has no such method.' },
  conflict: { status: 409, meaning: 'The request conflicts with stored data.' },
  priceChanged: { status: 409, meaning: 'The cart costs another amount, which is given.' },
  textsChanged: { status: 409, meaning: 'Other versions of the terms are in force, which are given.' },
  productsMissing: { status: 409, meaning: 'Products are no longer available.' },
  soldOut: { status: 409, meaning: 'Not enough is left of some products.' },
  editConflict: { status: 409, meaning: 'Somebody else has edited it meanwhile.' },
  stockChanged: { status: 409, meaning: 'The stock has changed meanwhile.' },
  tooSlow: { status: 408, meaning: 'The body takes too long to arrive.' },
  tooLarge: { status: 413, meaning: 'The body is too large.' },
  unsupportedType: { status: 415, meaning: "The body's type is not supported." },
  misdirected: { status: 421, meaning: 'The shop has another host than the request.' },
  invalid: { status: 422, meaning: 'Values are not valid: `fields` says which.' },
  tooMany: { status: 429, meaning: 'Too many requests.' },
  internal: { status: 500, meaning: 'A defect of the shop.' },
  unavailable: { status: 503, meaning: 'The shop, or a part of it, is down or busy.' },
} as const;

export type ErrorCode = keyof typeof errors;

/** The body of every failed call. `message` and `error` are the same sentence for people. */
export type ErrorBody = {
  status: 'error';
  message: string;
  error: string;
  code: ErrorCode;
  /** With `invalid`, and with a `conflict` about a field: a sentence for each field, by its name in the request body. */
  fields?: Record<string, string>;
  requestId: string;
};
