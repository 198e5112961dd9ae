import { SpanKind } from '@opentelemetry/api';
import { traced } from '../../core/observability/tracing.ts';

/** The EU's service that knows VAT ids: VIES, https://ec.europa.eu/taxation_customs/vies/#/technical-information */
export type VatService = {
  /** Of its REST API; null without one, which then is unavailable. */
  url: string | null;
  /** How long an answer may take with its retry, in milliseconds. */
  timeout?: number;
};

export type VatQuestion = {
  vatId: string;
  /** The VAT id of who asks, which gets a consultation number; '' for none. */
  requester: string;
};

/** `consultationNumber` is '' if the service gave none. */
export type Answer = { isValid: boolean; consultationNumber: string };

type Response = {
  valid?: unknown;
  requestIdentifier?: unknown;
  errorWrappers?: { error?: unknown }[];
};

const TIMEOUT = 10_000;

/** Asks the service about a VAT id of the EU. @returns null if it doesn't answer in time, or doesn't know */
export async function askService(service: VatService, question: VatQuestion): Promise<Answer | null> {
  const { url, timeout = TIMEOUT } = service;
  if (url === null) return null;
  const signal = AbortSignal.timeout(timeout);
  const answer = await ask(url, question, signal);
  const problem = answer?.errorWrappers?.[0]?.error;
  // The shop's own VAT id may be wrong or no longer valid. The buyer's is checked all the same.
  if (problem === 'INVALID_REQUESTER_INFO' && question.requester !== '') {
    return answerOf(await ask(url, { ...question, requester: '' }, signal));
  }
  return answerOf(answer);
}

function answerOf(response: Response | null): Answer | null {
  if (response?.errorWrappers?.[0]?.error === 'INVALID_INPUT') return { isValid: false, consultationNumber: '' };
  if (typeof response?.valid !== 'boolean') return null;
  const { valid, requestIdentifier } = response;
  return { isValid: valid, consultationNumber: typeof requestIdentifier === 'string' ? requestIdentifier : '' };
}

/** One more try if the connection fails. @returns null without a response in JSON */
async function ask(url: string, { vatId, requester }: VatQuestion, signal: AbortSignal): Promise<Response | null> {
  const body = JSON.stringify({
    countryCode: vatId.slice(0, 2),
    vatNumber: vatId.slice(2),
    ...(requester !== '' && {
      requesterMemberStateCode: requester.slice(0, 2),
      requesterNumber: requester.slice(2),
    }),
  });
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
  const attributes = { 'http.request.method': 'POST', 'server.address': new URL(url).hostname };
  const send = () =>
    traced('POST /check-vat-number', { kind: SpanKind.CLIENT, attributes }, async () => {
      const response = await fetch(`${url}/check-vat-number`, { method: 'POST', headers, body, signal });
      return response.text();
    });
  try {
    const text = await send().catch((error: unknown) => {
      if (signal.aborted) throw error;
      return send();
    });
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' ? read : null;
  } catch {
    // An outage, which the caller tells as `unavailable`.
    return null;
  }
}
