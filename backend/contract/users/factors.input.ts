import * as yup from 'yup';
import { m } from '#messages';
import { record, requiredName, requiredText, text } from '../values/text.ts';
import { CODE_DIGITS, PASSKEY_NAME_MAX } from './factors.ts';
import { PASSWORD_MAX } from './users.ts';

const codeRequired = () => m.users.enterCode({ digits: CODE_DIGITS });

/** As the browser's WebAuthn API returns it, in JSON. The server's library checks its members. */
const passkey = () => record<{ id?: unknown }>(m.users.wrongPasskey);

const code = () => text().matches(/^\s*(\d\s*){6}$/, { message: codeRequired, excludeEmptyString: true });

export const appCodeInput = yup.object({ code: code().required(codeRequired) });
export type AppCodeInput = yup.InferType<typeof appCodeInput>;

const passkeyName = requiredName(m.fields.name, PASSKEY_NAME_MAX);

export const passkeyNameForm = yup.object({ name: passkeyName });

export const newPasskeyInput = yup.object({
  challenge: requiredText(m.users.challengeRequired),
  name: passkeyName,
  passkey: passkey().required(m.users.wrongPasskey),
});
export type NewPasskeyInput = yup.InferType<typeof newPasskeyInput>;

export const passkeyLoginInput = yup.object({
  challenge: requiredText(m.users.challengeRequired),
  passkey: passkey().required(m.users.wrongPasskey),
});
export type PasskeyLoginInput = yup.InferType<typeof passkeyLoginInput>;

/** One of the three proofs. */
export const secondFactorInput = yup.object({
  challenge: requiredText(m.users.challengeRequired),
  code: code(),
  recoveryCode: text(),
  passkey: passkey(),
});
export type SecondFactorInput = yup.InferType<typeof secondFactorInput>;

/** One of the three proofs; `challenge` goes with a passkey. */
export const reauthenticationInput = yup.object({
  password: text().max(PASSWORD_MAX, m.users.wrongPassword),
  code: code(),
  passkey: passkey(),
  challenge: text(),
});
export type ReauthenticationInput = yup.InferType<typeof reauthenticationInput>;

/** The form for a code, or for a recovery code in its place. */
export const codeForm = (isRecovery: boolean) =>
  yup.object({
    code: isRecovery ? requiredText(m.users.enterRecoveryCode) : code().required(codeRequired),
  });
