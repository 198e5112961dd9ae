import { ApiError, showFailure } from '../../api/errors.ts';
import { restoreSession } from '../session.ts';

/**
 * Tells a failure of the dashboard in a toast and answers its sentence. Who is refused may be an admin no longer: the
 * server is asked, and the dashboard closes if so.
 */
export function showAdminFailure(error: unknown): string {
  if (error instanceof ApiError && error.httpStatus === 403) void restoreSession();
  return showFailure(error);
}
