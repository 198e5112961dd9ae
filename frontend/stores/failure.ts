import { toast } from 'react-toastify/unstyled';
import { ApiError } from '../api.ts';
import { fallback } from '../messages.ts';

/** What a person reads of a failure. */
export function failureSentence(error: unknown): string {
  return error instanceof Error && error.message ? error.message : fallback.read;
}

/**
 * Tells a failure in a toast and answers its sentence, for a page that also shows it in place. The same sentence is
 * shown once at a time; that of a session that ended is told where the session is forgotten.
 */
export function showFailure(error: unknown): string {
  const sentence = failureSentence(error);
  const isTold = error instanceof ApiError && error.endedSession;
  if (!isTold) toast.error(sentence, { toastId: sentence });
  return sentence;
}
