import { ApiError } from './errors.ts';
import type { Remote } from './remote.ts';

/** Whether what is on screen was deleted or changed meanwhile. */
export function isOutOfDate(error: unknown): boolean {
  return error instanceof ApiError && (error.httpStatus === 404 || error.httpStatus === 409);
}

/**
 * Sends a step of what is on screen. If the server refuses it, what is on screen may be out of date, such as the units
 * that are left: loads it again.
 * @throws whatever `send` throws
 */
export async function sendStep<Args, Data, Result>(
  remote: Remote<Args, Data>,
  args: Args,
  send: () => Promise<Result>,
): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    const isInvalid = error instanceof ApiError && error.httpStatus === 422;
    if (isInvalid || isOutOfDate(error)) void remote.reload(args, { quiet: true });
    throw error;
  }
}
