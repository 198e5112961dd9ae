/** The body of an error response. https://docs.stripe.com/api/errors */
export type StripeErrorBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string | undefined;
  doc_url?: string;
  charge?: string;
  payment_intent?: object;
  payment_method?: object | undefined;
};

/** An error as the provider sends it, turned into a response in one place. */
export class StripeError extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;

  constructor(status: number, body: StripeErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body.code ? { ...body, doc_url: documentationOf(body.code) } : body;
  }

  /**
   * A decline, which has a charge, is an outcome: it commits and is stored under the idempotency key. Validation errors
   * are not: https://docs.stripe.com/api/idempotent_requests
   */
  get isOutcome(): boolean {
    return this.body.charge !== undefined;
  }
}

export function documentationOf(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;
}

/** The error for an invalid request. */
export function invalidRequest(message: string, details: Omit<StripeErrorBody, 'type' | 'message'> = {}, status = 400) {
  return new StripeError(status, { type: 'invalid_request_error', message, ...details });
}

export function unexpectedState(intent: object, message: string): StripeError {
  return invalidRequest(message, { code: 'payment_intent_unexpected_state', payment_intent: intent });
}

/** https://docs.stripe.com/rate-limits */
export const rateLimited = invalidRequest('Request rate limit exceeded.', { code: 'rate_limit' }, 429);

/** The error for an unknown path or method. */
export function unrecognized(method: string, path: string): StripeError {
  return invalidRequest(
    `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    {},
    404,
  );
}

export function notFound(kind: string, id: string, param = 'id'): StripeError {
  return invalidRequest(`No such ${kind}: '${id}'`, { code: 'resource_missing', param }, 404);
}

export function missing(param: string): StripeError {
  return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
}
