import { codeOf } from '../errors.ts';
import { StorageError } from './storage.ts';

/** An error of the SDK. There is no status without a response, and no metadata without a request. */
type RequestError = Error & { $metadata?: { httpStatusCode?: number } };

const NO_CREDENTIALS = 'CredentialsProviderError';

function isRequestError(error: unknown): error is RequestError {
  return error instanceof Error && ('$metadata' in error || error.name === NO_CREDENTIALS);
}

/** Whether a response says that a file, or an upload in parts, doesn't exist. HEAD gets no code, only a status. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes(error.name);
}

/** Returns a StorageError for the error of a request, and any other error, such as one of an uploaded stream, unchanged. */
export function toStorageError(bucket: string, error: unknown): unknown {
  if (!isRequestError(error)) return error;
  return new StorageError(`The bucket ${bucket} ${complaintOf(error)}`, { refused: isRefusal(error), cause: error });
}

function complaintOf(error: RequestError): string {
  const status = error.$metadata?.httpStatusCode;
  // An error that lists one failure per address of a host has a code, but no message.
  if (status === undefined) return `can't be reached: ${error.message || codeOf(error)}`;
  const code = error.name === 'Unknown' ? '' : `, ${error.name}`;
  return `refused a request (HTTP ${status}${code})`;
}

/** Statuses of a store that is busy (RFC 9110 and RFC 6585). */
const BUSY = [408, 429];

function isRefusal(error: RequestError): boolean {
  if (error.name === NO_CREDENTIALS) return true;
  const status = error.$metadata?.httpStatusCode ?? 500;
  return status < 500 && !BUSY.includes(status);
}
