import redaxios from 'redaxios';
import { fallback } from '../messages.ts';
import { readStored } from '../storage.ts';
import { ApiError, type Refusal } from './errors.ts';
import { startWaiting } from './loader.ts';
import type { OnProgress } from './upload.ts';

/** Where the API is. */
export const baseURL: string = import.meta.env.VITE_API_URL ?? '/api/v1';

let endSession = (): void => undefined;

/** Sets what happens when the server no longer accepts this browser's token. */
export function onSessionEnded(listener: () => void): void {
  endSession = listener;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Call = {
  body?: object;
  /** The sentence for a failure that has none of its own. */
  fallback?: string;
  /** Whether a 401 ends the session. Not where the page must keep what it shows. */
  endsSession?: boolean;
  /** Without the token: for what does not depend on the user. */
  anonymous?: boolean;
  /** Without the full-screen loader: for background requests, and those with a progress display of their own. */
  quiet?: boolean;
  /** Called with the progress of a FormData in `body`. */
  onProgress?: OnProgress;
  /** Gives the request up. */
  signal?: AbortSignal;
};

/** Makes one call of the API. There is no timeout: the browser gives up when the connection does. @throws ApiError */
export function call<T>(method: Method, path: string, options: Call = {}): Promise<T> {
  return attempt(options, async (token) => {
    const { status, data } = await send<T & { status?: string }>(method, path, options, token);
    // What redaxios makes of an answer that broke off.
    if (data === undefined) throw new TypeError('The answer broke off');
    if (data?.status !== 'success') throw { status, data } satisfies Refusal;
    return data;
  });
}

/**
 * What all requests share: the token, the loader, and errors turned into an ApiError. `request` throws a Refusal for an
 * answer that is no success.
 * @throws ApiError
 */
export async function attempt<T>(
  { fallback: sentence = fallback.read, endsSession = true, anonymous = false, quiet = false, signal }: Call,
  request: (token: string | null) => Promise<T>,
): Promise<T> {
  const token = anonymous ? null : readStored('token');
  const endWaiting = quiet ? null : startWaiting();
  try {
    return await request(token);
  } catch (cause) {
    const error = new ApiError(cause, sentence);
    // Nobody waits for it any more.
    if (signal?.aborted) throw error;
    console.error(error, { status: error.httpStatus, data: error.body });
    if (endsSession && error.httpStatus === 401 && token) {
      error.endedSession = true;
      // A late answer about an older token does not concern a newer login.
      if (token === readStored('token')) endSession();
    }
    throw error;
  } finally {
    endWaiting?.();
  }
}

async function send<T>(method: Method, path: string, { body, onProgress, signal }: Call, token: string | null) {
  const url = baseURL + path;
  const headers: Record<string, string> = token ? { Authorization: token } : {};
  if (body instanceof FormData) {
    // Most visits upload no file.
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
