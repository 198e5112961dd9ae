import type { ErrorBody } from '#contract/errors.ts';
import { m } from '#messages';
import { showOnce } from '../browser/toasts.ts';

/** The message for a failed task when neither the server nor the error has one. */
export function failed(task?: string): string {
  return task === undefined ? m.feedback.requestFailed() : m.feedback.taskFailed({ task });
}

/** The response to a rejected request. */
export type Refusal = { status: number; data: unknown };

/** A failed call. `message` can be shown to the user. */
export class ApiError extends Error {
  override name = 'ApiError';
  /** Null if there was no response, or not one from the API. */
  code: ErrorBody['code'] | null;
  /** A message for each invalid field, by its name in the request body. */
  fields: Record<string, string>;
  /** 0 if there was no response. */
  httpStatus: number;
  /** The whole response body: some errors carry extra fields. */
  body: Partial<ErrorBody> & Record<string, unknown>;
  /** Whether the page already says so, such as the end of the session. */
  isShown = false;

  /** @param cause a Refusal, or an error if there was no response; not kept, because it may hold a password or a token */
  constructor(cause: unknown, fallbackMessage: string) {
    const { status, data } = isRefusal(cause) ? cause : { status: 0, data: undefined };
    // Errors end up in the console, and another response may hold a token.
    const body: ApiError['body'] = isRecord(data) && (status >= 400 || data.status === 'error') ? data : {};
    let own = cause instanceof Error ? cause.message : '';
    // fetch reports network failures as a TypeError; its message is for developers and differs between browsers.
    if (cause instanceof TypeError) own = m.feedback.unreachable();
    super(body.message || own || fallbackMessage);
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

/** The message to show for an error. */
export function errorMessage(error: unknown): string {
  return error instanceof Error && error.message ? error.message : failed();
}

/** Shows an error toast, unless the page already says so. @returns its message */
export function showFailure(error: unknown): string {
  const shown = errorMessage(error);
  if (!(error instanceof ApiError && error.isShown)) showOnce('error', shown);
  return shown;
}

/** Whether the server responded with 404. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.httpStatus === 404;
}

/** The message for each form field that the server rejected. */
export function fieldErrors(error: unknown): Record<string, string> {
  return error instanceof ApiError ? error.fields : {};
}
