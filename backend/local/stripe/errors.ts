/** The body of a refusal. https://docs.stripe.com/api/errors */
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

/** A refusal in the provider's words. Thrown anywhere, answered in one place. */
export class StripeError extends Error {
  readonly status: number;
  readonly body: StripeErrorBody;

  constructor(status: number, body: StripeErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body.code ? { ...body, doc_url: documentationOf(body.code) } : body;
  }

  /** A decline is an outcome and no mistake: what it did to the payment stays, and so does the answer. */
  get isOutcome(): boolean {
    return this.body.type === 'card_error';
  }
}

export function documentationOf(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;
}

/** A request that can't be done as it is. */
export function refusal(message: string, details: Omit<StripeErrorBody, 'type' | 'message'> = {}, status = 400) {
  return new StripeError(status, { type: 'invalid_request_error', message, ...details });
}

export function notFound(kind: string, id: string, param = 'id'): StripeError {
  return refusal(`No such ${kind}: '${id}'`, { code: 'resource_missing', param }, 404);
}

export function missing(param: string): StripeError {
  return refusal(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
}
