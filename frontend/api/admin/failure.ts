import { currentUser } from '../currentUser.ts';
import { ApiError, showFailure } from '../errors.ts';
import { factors } from '../factors.ts';

/**
 * Shows an error toast and returns its message. A 403 may mean that the user's role has changed: checks with the server.
 * If a second factor is missing, the dashboard says so instead.
 */
export function showAdminFailure(error: unknown): string {
  if (error instanceof ApiError && error.code === 'secondFactorRequired') {
    void factors.load(null);
    return error.message;
  }
  if (error instanceof ApiError && error.httpStatus === 403) void currentUser.load(null);
  return showFailure(error);
}

/** Shows a failure in a toast. @returns whether the action succeeded */
export async function succeeds(action: Promise<unknown>): Promise<boolean> {
  try {
    await action;
    return true;
  } catch (error) {
    showAdminFailure(error);
    return false;
  }
}

/** Shows a conflict at a field, such as a code that is taken. @returns a handler that throws the error */
export function conflictAt(field: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof ApiError && error.code === 'conflict') error.fields = { [field]: error.message };
    throw error;
  };
}
