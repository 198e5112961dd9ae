import { AppError } from '../errors.ts';
import type { WithCaller } from './http.ts';

type Requirements = {
  /** The call is for staff, of whom the shop may require a second factor. */
  isForStaff: boolean;
  /** The call requires a recent authentication. */
  isDangerous?: boolean;
};

/** Checks how sure the shop is of a caller's identity. @throws AppError secondFactorRequired, reauthenticationRequired */
export function requireAssurance({ state: { caller } }: WithCaller, { isForStaff, isDangerous }: Requirements): void {
  if (caller === null) return;
  if (isForStaff && caller.lacksSecondFactor) {
    throw new AppError('secondFactorRequired', 'Set up two-step login in your profile to use the dashboard.');
  }
  if (isDangerous && !caller.isRecent) {
    throw new AppError('reauthenticationRequired', "Please confirm that it's you.");
  }
}
