import { ApiError } from '../api.ts';
import { fallback } from '../messages.ts';
import { tellOnce } from './tellOnce.ts';

/** What a person reads of a failure. */
export function failureSentence(error: unknown): string {
  return error instanceof Error && error.message ? error.message : fallback.read;
}

/**
 * Tells a failure in a toast and answers its sentence, for a page that also shows it in place. That of a session that ended is told where the session is forgotten.
 */
export function showFailure(error: unknown): string {
  const sentence = failureSentence(error);
  const isTold = error instanceof ApiError && error.endedSession;
  if (!isTold) tellOnce('error', sentence);
  return sentence;
}
