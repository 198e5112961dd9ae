import { type Dispatcher, request } from 'undici';
import { type DeliveryFailure, WEBHOOK_RESPONSE_MAX } from '#contract/integration/webhooks.ts';
import { AddressRefused } from '../../../core/http/public-addresses.ts';
import { retryAfterOf } from './schedule.ts';

export type Answer = {
  /** Null if there was none. */
  status: number | null;
  /** The first characters of its body. */
  response: string;
  failure: DeliveryFailure | null;
  /** Milliseconds. */
  retryAfter: number;
};

export type Post = {
  url: string;
  headers: Record<string, string>;
  body: string;
};

/** No character takes more bytes in UTF-8. */
const BYTES_MAX = 4 * WEBHOOK_RESPONSE_MAX;

/**
 * Posts to an endpoint, without following redirects. Its answer counts once its status is there, however long its body
 * takes, of which only the beginning is read.
 * @param signal ends the try
 */
export async function post(dispatcher: Dispatcher, { url, headers, body }: Post, signal: AbortSignal): Promise<Answer> {
  let status: number | null = null;
  let retryAfter = 0;
  let answer: Dispatcher.ResponseData | null = null;
  try {
    answer = await request(url, {
      dispatcher,
      method: 'POST',
      headers,
      body,
      signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    status = answer.statusCode;
    retryAfter = retryAfterOf(answer.headers['retry-after']);
  } catch (error) {
    return { status, response: '', failure: failureOf(error, signal), retryAfter };
  }
  return { status, response: await readStart(answer.body), failure: null, retryAfter };
}

function failureOf(error: unknown, signal: AbortSignal): DeliveryFailure {
  if (error instanceof AddressRefused) return 'address';
  return signal.aborted ? 'timeout' : 'connection';
}

/** The first characters of a body, also of one that breaks off. The rest is not read. */
async function readStart(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= BYTES_MAX) break;
    }
  } catch {
    // What has arrived is kept.
  }
  const text = Buffer.concat(chunks).subarray(0, BYTES_MAX).toString('utf8');
  // PostgreSQL stores no NUL.
  return [...text.replaceAll('\0', '\uFFFD')].slice(0, WEBHOOK_RESPONSE_MAX).join('');
}
