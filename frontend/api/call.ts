import redaxios from 'redaxios';
import type { Responses } from '#contract/responses.ts';
import { currentCode } from '#messages';
import { readStored } from '../browser/storage.ts';
import { ApiError, failed, type Refusal } from './errors.ts';
import { startWaiting } from './loader.ts';
import type { OnProgress } from './upload.ts';

/** Base URL of the API. */
const baseURL = '/api/v1';

let endSession = (): void => undefined;

/** Sets what happens when the server no longer accepts this browser's token. */
export function onSessionEnded(listener: () => void): void {
  endSession = listener;
}

let onForbidden = (_error: ApiError): void => undefined;

/** Sets what happens when the server forbids a call. */
export function onForbiddenCall(listener: (error: ApiError) => void): void {
  onForbidden = listener;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Call = {
  body?: object;
  headers?: Record<string, string>;
  /** Names it in the message for an error without one, such as "Add category". */
  task?: string;
  /** Whether a 401 ends the session. False if the page must not change. */
  endsSession?: boolean;
  /** Whether it works without a login, as its body says who calls. A token that is no longer valid doesn't stop it. */
  isOpen?: boolean;
  /** Shows the full-screen loader meanwhile. */
  showsLoader?: boolean;
  /** Reports upload progress when `body` is a FormData. */
  onProgress?: OnProgress;
  /** Aborts the request. */
  signal?: AbortSignal;
};

/**
 * Calls the API. There is no timeout: the browser reports a lost connection.
 * @typeParam Name of the response, as the server's description of the call states it
 * @throws ApiError
 */
export function call<Name extends keyof Responses>(
  method: Method,
  path: string,
  options: Call = {},
): Promise<Responses[Name]> {
  return attempt(options, async (token) => {
    const { status, data } = await send<Responses[Name]>(method, path, options, token);
    // redaxios returns undefined for a truncated response.
    if (data === undefined) throw new TypeError('The response was truncated');
    if (data?.status !== 'success') throw { status, data } satisfies Refusal;
    return data;
  });
}

/** Downloads a file. Not a link, because the request needs the token. @throws ApiError */
export function download(path: string, task: string): Promise<Blob> {
  return attempt({ task }, async (token) => {
    const response = await fetch(baseURL + path, { headers: commonHeaders(token) });
    if (response.ok) return response.blob();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    throw { status: response.status, data: isJson ? await response.json() : undefined } satisfies Refusal;
  });
}

/**
 * Adds what all requests share: the token, the loader and ApiErrors. `request` throws a Refusal for an unsuccessful
 * response.
 * @throws ApiError
 */
async function attempt<T>(
  { task, endsSession = true, isOpen = false, showsLoader = false, signal }: Call,
  request: (token: string | null) => Promise<T>,
): Promise<T> {
  const token = readStored('token');
  const endWaiting = showsLoader ? startWaiting() : null;
  try {
    return await request(token).catch((cause) => {
      if (isOpen && token && new ApiError(cause, '').body.sessionEnded) return request(null);
      throw cause;
    });
  } catch (cause) {
    const error = new ApiError(cause, failed(task));
    // The caller aborted it.
    if (signal?.aborted) throw error;
    console.error(error, { status: error.httpStatus, data: error.body });
    if (endsSession && !isOpen && error.httpStatus === 401 && token) {
      error.isShown = true;
      // A late response about an old token must not end a newer session.
      if (token === readStored('token')) endSession();
    }
    if (error.httpStatus === 403) onForbidden(error);
    throw error;
  } finally {
    endWaiting?.();
  }
}

function commonHeaders(token: string | null): Record<string, string> {
  return { 'Accept-Language': currentCode(), ...(token && { Authorization: token }) };
}

async function send<T>(
  method: Method,
  path: string,
  { body, headers: own, onProgress, signal }: Call,
  token: string | null,
) {
  const url = baseURL + path;
  const headers = { ...own, ...commonHeaders(token) };
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
