import * as yup from 'yup';
import { m } from '#messages';
import { languageCodes } from '#messages/languages.ts';
import { atMost, flag, requiredText, text, trimmed, type Words } from '../values/text.ts';
import { nameKey } from '../values/words.ts';
import {
  EMAIL_MAX,
  EMAIL_PATTERN,
  GUEST,
  genders,
  PASSWORD_MAX,
  PASSWORD_MIN,
  PROFILE_FIELD_MAX,
  roles,
  USERNAME_MAX,
} from './users.ts';

const email = () =>
  requiredText(m.users.emailRequired)
    .transform(trimmed)
    .max(EMAIL_MAX, m.users.emailInvalid)
    .matches(EMAIL_PATTERN, { message: m.users.emailInvalid, excludeEmptyString: true });

const username = () => newUsername().required(m.users.usernameRequired);

/** A username that may be absent but not empty. */
const newUsername = () =>
  text()
    .nonNullable(m.users.usernameRequired)
    .transform(trimmed)
    .test('present', m.users.usernameRequired, (value) => value !== '')
    .max(...atMost(USERNAME_MAX, m.fields.username))
    .test(
      'not-guest',
      () => m.users.usernameReserved({ name: GUEST }),
      (value) => value === undefined || nameKey(value) !== nameKey(GUEST),
    );

/** The rules for new passwords; one that is only compared may break them. */
const newPassword = (missing: Words) =>
  requiredText(missing)
    .min(PASSWORD_MIN, m.users.passwordTooShort)
    .max(...atMost(PASSWORD_MAX, m.fields.password));

export const registerInput = yup.object({
  email: email(),
  username: username(),
  password: newPassword(m.users.passwordRequired),
});
export type RegisterInput = yup.InferType<typeof registerInput>;

export const deleteAccountInput = yup.object({
  password: requiredText(m.users.passwordRequired).max(PASSWORD_MAX, m.users.wrongPassword),
});
export type DeleteAccountInput = yup.InferType<typeof deleteAccountInput>;

export const loginInput = yup.object({
  email: email(),
  password: requiredText(m.users.passwordRequired),
});
export type LoginInput = yup.InferType<typeof loginInput>;

export const forgotPasswordInput = yup.object({ email: email() });
export type ForgotPasswordInput = yup.InferType<typeof forgotPasswordInput>;

/** The new password again, to catch typos. */
const confirmation = (missing: Words, different: Words) =>
  requiredText(missing).test('match', different, (value, { parent }) => value === parent.newPassword);

export const changePasswordInput = yup.object({
  currentPassword: requiredText(m.users.currentPasswordRequired).max(PASSWORD_MAX, m.users.wrongCurrentPassword),
  newPassword: newPassword(m.users.newPasswordRequired),
  confirmPassword: confirmation(m.users.confirmPasswordRequired, m.users.newPasswordsDiffer),
});
export type ChangePasswordInput = yup.InferType<typeof changePasswordInput>;

export const resetPasswordInput = yup.object({
  newPassword: newPassword(m.users.newPasswordRequired),
  confirmPassword: confirmation(m.users.confirmNewPasswordRequired, m.users.resetPasswordsDiffer),
});
export type ResetPasswordInput = yup.InferType<typeof resetPasswordInput>;

const profileField = () => text().max(PROFILE_FIELD_MAX, m.fields.tooLongHere);

/** The fields of a profile. An absent field keeps its value. */
const profileFields = {
  firstName: profileField(),
  lastName: profileField(),
  gender: text().oneOf(genders, m.users.gender),
  address: profileField(),
  city: profileField(),
  phoneNumber: profileField(),
  postCode: profileField(),
};

/** The fields that users may change themselves, so not email, role or status. */
export const editUserInput = yup.object({
  username: newUsername(),
  ...profileFields,
  language: text().oneOf(languageCodes, m.users.unknownLanguage),
});
export type EditUserInput = yup.InferType<typeof editUserInput>;

/** The fields that admins may change. The email identifies the user; an absent field keeps its value. */
export const adminUserInput = yup.object({
  email: requiredText(m.users.emailRequired).transform(trimmed),
  username: newUsername(),
  ...profileFields,
  status: flag(m.users.statusFlag),
  role: text().oneOf(roles, () => m.users.roleOneOf({ choices: roles.join(', ') })),
});
export type AdminUserInput = yup.InferType<typeof adminUserInput>;
