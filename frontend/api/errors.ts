import type { ErrorBody } from '#contract/errors.ts';
import { fallback, message } from '../messages.ts';
import { showOnce } from '../toasts.ts';

/** A refused request as it was answered. */
export type Refusal = { status: number; data: unknown };

/** A call that failed. `message` is a sentence for a person. */
export class ApiError extends Error {
  override name = 'ApiError';
  /** Null if the answer did not come from the API, or there was none. */
  code: ErrorBody['code'] | null;
  /** A sentence for each wrong field, under the name that the call's body uses. */
  fields: Record<string, string>;
  /** 0 if there was no answer. */
  httpStatus: number;
  /** The whole answer: some errors carry more than the fields above. */
  body: Partial<ErrorBody> & Record<string, unknown>;
  /** Whether it ended the session, which has its own toast. */
  endedSession = false;

  /** @param cause a Refusal, or an error if there was no answer. It is not kept: it may hold a password or a token. */
  constructor(cause: unknown, sentence: string) {
    const { status, data } = isRefusal(cause) ? cause : { status: 0, data: undefined };
    const body: ApiError['body'] = isRecord(data) ? data : {};
    let own = cause instanceof Error ? cause.message : '';
    // How fetch reports that no answer came, in words for developers that differ from browser to browser.
    if (cause instanceof TypeError) own = message.shopUnreachable;
    super(body.message || own || sentence);
    this.code = body.code ?? null;
    this.fields = body.fields ?? {};
    this.httpStatus = status;
    this.body = body;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRefusal(cause: unknown): cause is Refusal {
  return isRecord(cause) && !(cause instanceof Error) && typeof cause.status === 'number';
}

/** What a person reads about a failure. */
export function failureSentence(error: unknown): string {
  return error instanceof Error && error.message ? error.message : fallback.read;
}

/** Shows an error toast and returns its message. The end of a session has a toast of its own. */
export function showFailure(error: unknown): string {
  const sentence = failureSentence(error);
  if (!(error instanceof ApiError && error.endedSession)) showOnce('error', sentence);
  return sentence;
}

/** Whether the server has nothing under that id. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.httpStatus === 404;
}

/** The sentence for each field of a form that the server refused. */
export function fieldErrors(error: unknown): Record<string, string> {
  return error instanceof ApiError ? error.fields : {};
}

/** Why the server refused the file of a form; undefined if something else was wrong. */
export function fileRefusal(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  // These two are always about the file.
  const isRefused = error.code === 'tooLarge' || error.code === 'unsupportedType';
  return error.fields.file ?? (isRefused ? error.message : undefined);
}

/** Whether a password reset link is unknown, used or expired. */
export function isDeadLink(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'malformed';
}
