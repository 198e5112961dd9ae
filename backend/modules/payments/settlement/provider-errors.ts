import { AppError } from '../../../core/errors.ts';

/**
 * Rethrows a rejection by the provider as a conflict, since no input is invalid, and an outage without the mention of a
 * charge.
 */
export function throwActionError(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  if (error.code === 'invalid') throw new AppError('conflict', error.message, { cause: error });
  if (error.code !== 'unavailable') throw error;
  const { retryAfter } = error;
  throw new AppError('unavailable', "We can't reach the payment provider. Please try again.", {
    retryAfter,
    cause: error,
  });
}
