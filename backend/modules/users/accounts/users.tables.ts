import { type RawBuilder, sql } from 'kysely';
import { queriesOn, type Table } from '../../../core/database/queries.ts';
import type { AuthenticationChallengeSchema } from '../factors/authentication-challenge.entity.ts';
import type { AuthenticatorAppSchema } from '../factors/authenticator-app.entity.ts';
import type { PasskeySchema } from '../factors/passkey.entity.ts';
import type { RecoveryCodeSchema } from '../factors/recovery-code.entity.ts';
import type { PasswordResetRequestSchema } from '../passwords/password-reset-request.entity.ts';
import type { SessionSchema } from '../sessions/session.entity.ts';
import type { EmailVerificationSchema } from '../verification/email-verification.entity.ts';
import type { UserSchema } from './user.entity.ts';

export const db = queriesOn<{
  userAccount: Table<typeof UserSchema>;
  session: Table<typeof SessionSchema>;
  emailVerification: Table<typeof EmailVerificationSchema>;
  passwordResetRequest: Table<typeof PasswordResetRequestSchema>;
  authenticatorApp: Table<typeof AuthenticatorAppSchema>;
  passkey: Table<typeof PasskeySchema>;
  recoveryCode: Table<typeof RecoveryCodeSchema>;
  authenticationChallenge: Table<typeof AuthenticationChallengeSchema>;
}>();

/** Matches rows with this email, ignoring case. Uses the expression of the unique indexes. */
export function emailIs(email: string): RawBuilder<boolean> {
  return sql<boolean>`lower(email) = lower(${email})`;
}
