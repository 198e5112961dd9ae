import type { RawBuilder } from 'kysely';
import { isSameName, keyOfEmail } from '../../../core/database/names.ts';
import { queriesOn, type Table } from '../../../core/database/queries.ts';
import type { UserAddress } from '../addresses/user-address.entity.ts';
import type { AuthenticationChallenge } from '../factors/authentication-challenge.entity.ts';
import type { AuthenticatorApp } from '../factors/authenticator-app.entity.ts';
import type { Passkey } from '../factors/passkey.entity.ts';
import type { RecoveryCode } from '../factors/recovery-code.entity.ts';
import type { PasswordResetRequest } from '../passwords/password-reset-request.entity.ts';
import type { Session } from '../sessions/session.entity.ts';
import type { EmailVerification } from '../verification/email-verification.entity.ts';
import type { User } from './user.entity.ts';

export const db = queriesOn<{
  userAccount: Table<typeof User>;
  userAddress: Table<typeof UserAddress>;
  session: Table<typeof Session>;
  emailVerification: Table<typeof EmailVerification>;
  passwordResetRequest: Table<typeof PasswordResetRequest>;
  authenticatorApp: Table<typeof AuthenticatorApp>;
  passkey: Table<typeof Passkey>;
  recoveryCode: Table<typeof RecoveryCode>;
  authenticationChallenge: Table<typeof AuthenticationChallenge>;
}>();

/** Matches rows with this email, ignoring case. Uses the expression of the unique indexes. */
export function emailIs(email: string): RawBuilder<boolean> {
  return isSameName('email', email, keyOfEmail);
}
