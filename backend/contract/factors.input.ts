import * as yup from 'yup';
import { CODE_DIGITS, PASSKEY_NAME_MAX } from './factors.ts';
import { record, requiredName, requiredText, text } from './text.ts';
import { WRONG_PASSWORD } from './users.input.ts';
import { PASSWORD_MAX } from './users.ts';

const CODE_REQUIRED = `Enter the ${CODE_DIGITS}-digit code from your app`;
export const WRONG_CODE = 'This code is wrong or was used before';
export const WRONG_RECOVERY_CODE = 'This recovery code is wrong or was used before';
export const WRONG_PASSKEY = "This passkey can't be used here";
const CHALLENGE_REQUIRED = 'Challenge is required';

/** As the browser's WebAuthn API returns it, in JSON. The server's library checks its members. */
const passkey = () => record<{ id?: unknown }>(WRONG_PASSKEY);

const code = () => text().matches(/^\s*(\d\s*){6}$/, { message: CODE_REQUIRED, excludeEmptyString: true });

export const appCodeInput = yup.object({ code: code().required(CODE_REQUIRED) });
export type AppCodeInput = yup.InferType<typeof appCodeInput>;

const passkeyName = requiredName('Name', PASSKEY_NAME_MAX);

export const passkeyNameForm = yup.object({ name: passkeyName });

export const newPasskeyInput = yup.object({
  challenge: requiredText(CHALLENGE_REQUIRED),
  name: passkeyName,
  passkey: passkey().required(WRONG_PASSKEY),
});
export type NewPasskeyInput = yup.InferType<typeof newPasskeyInput>;

export const passkeyLoginInput = yup.object({
  challenge: requiredText(CHALLENGE_REQUIRED),
  passkey: passkey().required(WRONG_PASSKEY),
});
export type PasskeyLoginInput = yup.InferType<typeof passkeyLoginInput>;

/** One of the three proofs. */
export const secondFactorInput = yup.object({
  challenge: requiredText(CHALLENGE_REQUIRED),
  code: code(),
  recoveryCode: text(),
  passkey: passkey(),
});
export type SecondFactorInput = yup.InferType<typeof secondFactorInput>;

/** One of the three proofs; `challenge` goes with a passkey. */
export const reauthenticationInput = yup.object({
  password: text().max(PASSWORD_MAX, WRONG_PASSWORD),
  code: code(),
  passkey: passkey(),
  challenge: text(),
});
export type ReauthenticationInput = yup.InferType<typeof reauthenticationInput>;

/** The form for a code, or for a recovery code in its place. */
export const codeForm = (isRecovery: boolean) =>
  yup.object({
    code: isRecovery ? requiredText('Enter one of your recovery codes') : code().required(CODE_REQUIRED),
  });
