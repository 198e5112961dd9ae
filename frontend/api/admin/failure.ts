import { onForbiddenCall } from '../call.ts';
import { currentUser } from '../currentUser.ts';
import { ApiError, showFailure } from '../errors.ts';
import { factors } from '../factors.ts';

// The user's role may have changed: the server knows. If a second factor is missing, the dashboard says so.
onForbiddenCall((error) => {
  if (error.code === 'secondFactorRequired') {
    error.isShown = true;
    void factors.load(null);
  } else if (error.code !== 'reauthenticationRequired') void currentUser.load(null);
});

/** Shows a failure in a toast. @returns whether the action succeeded */
export async function succeeds(action: Promise<unknown>): Promise<boolean> {
  try {
    await action;
    return true;
  } catch (error) {
    showFailure(error);
    return false;
  }
}

/** Shows a conflict at a field, such as a code that is taken, unless the server names another one. @returns a handler that throws the error */
export function conflictAt(field: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof ApiError && error.code === 'conflict' && Object.keys(error.fields).length === 0) {
      error.fields = { [field]: error.message };
    }
    throw error;
  };
}

/** Takes an id that is malformed for one that is unknown. @returns a handler that throws the error */
export function missingAt(field: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof ApiError && error.fields[field]) error.httpStatus = 404;
    throw error;
  };
}
