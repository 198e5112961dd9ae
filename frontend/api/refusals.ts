import { ApiError } from './errors.ts';

/** Why the server rejected a form's file; undefined for any other error. */
export function fileRefusal(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  // These two codes always concern the file.
  const isFileRejected = error.code === 'tooLarge' || error.code === 'unsupportedType';
  return error.fields.file ?? (isFileRejected ? error.message : undefined);
}

/** Whether the server rejected a password reset link as unknown, used or expired. */
export function isDeadLink(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'malformed';
}
