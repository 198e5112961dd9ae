import redaxios from 'redaxios';
import { readStored } from '../browser/storage.ts';
import { fallback } from '../texts/messages.ts';
import { ApiError, type Refusal } from './errors.ts';
import { startWaiting } from './loader.ts';
import type { OnProgress } from './upload.ts';

/** Base URL of the API. */
export const baseURL: string = import.meta.env.VITE_API_URL ?? '/api/v1';

let endSession = (): void => undefined;

/** Sets what happens when the server no longer accepts this browser's token. */
export function onSessionEnded(listener: () => void): void {
  endSession = listener;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Call = {
  body?: object;
  headers?: Record<string, string>;
  /** The fallback error message. */
  fallback?: string;
  /** Whether a 401 ends the session. False if the page must not change. */
  endsSession?: boolean;
  /** Whether it works without a login, as its body says who calls. A token that is no longer valid doesn't stop it. */
  isOpen?: boolean;
  /** Skips the full-screen loader, for background requests and those with their own progress bar. */
  quiet?: boolean;
  /** Reports upload progress when `body` is a FormData. */
  onProgress?: OnProgress;
  /** Aborts the request. */
  signal?: AbortSignal;
};

/** Calls the API. There is no timeout: the browser reports a lost connection. @throws ApiError */
export function call<T>(method: Method, path: string, options: Call = {}): Promise<T> {
  return attempt(options, async (token) => {
    const { status, data } = await send<T & { status?: string }>(method, path, options, token);
    // redaxios returns undefined for a truncated response.
    if (data === undefined) throw new TypeError('The response was truncated');
    if (data?.status !== 'success') throw { status, data } satisfies Refusal;
    return data;
  });
}

/**
 * Adds what all requests share: the token, the loader and ApiErrors. `request` throws a Refusal for an unsuccessful
 * response.
 * @throws ApiError
 */
export async function attempt<T>(
  { fallback: fallbackMessage = fallback.read, endsSession = true, isOpen = false, quiet = false, signal }: Call,
  request: (token: string | null) => Promise<T>,
): Promise<T> {
  const token = readStored('token');
  const endWaiting = quiet ? null : startWaiting();
  try {
    return await request(token).catch((cause) => {
      if (isOpen && token && new ApiError(cause, '').body.sessionEnded) return request(null);
      throw cause;
    });
  } catch (cause) {
    const error = new ApiError(cause, fallbackMessage);
    // The caller aborted it.
    if (signal?.aborted) throw error;
    console.error(error, { status: error.httpStatus, data: error.body });
    if (endsSession && !isOpen && error.httpStatus === 401 && token) {
      error.endedSession = true;
      // A late response about an old token must not end a newer session.
      if (token === readStored('token')) endSession();
    }
    throw error;
  } finally {
    endWaiting?.();
  }
}

async function send<T>(
  method: Method,
  path: string,
  { body, headers: own, onProgress, signal }: Call,
  token: string | null,
) {
  const url = baseURL + path;
  const headers: Record<string, string> = { ...own, ...(token && { Authorization: token }) };
  if (body instanceof FormData) {
    // Loaded on demand: most visits upload nothing.
    const { upload } = await import('./upload.ts');
    return upload<T>({ method, url, headers, body, onProgress });
  }
  return redaxios<T>(url, {
    method,
    headers,
    data: body,
    fetch: (input, init) => fetch(input, { ...init, signal }),
  });
}
