import { ApiError } from './errors.ts';

/** Asks the user to authenticate again. @returns whether they have */
type Ask = () => Promise<boolean>;

let ask: Ask = async () => false;

/** Sets how the user is asked. */
export function onReauthenticationRequired(listener: Ask): void {
  ask = listener;
}

/**
 * Sends a call that grants power or can't be undone. If the login is too long ago, asks the user to authenticate, and
 * sends it again.
 * @throws what `send` throws, also if the user cancels
 */
export async function sendDangerous<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    const isAskedFor = error instanceof ApiError && error.code === 'reauthenticationRequired';
    if (!isAskedFor || !(await ask())) throw error;
    return send();
  }
}
