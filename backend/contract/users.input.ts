import * as yup from 'yup';
import { m } from '#messages';
import { languageCodes } from '#messages/languages.ts';
import { atMost, flag, requiredText, text, trimmed } from './text.ts';
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
import { nameKey } from './words.ts';

const email = () =>
  requiredText('Email is required')
    .transform(trimmed)
    .max(EMAIL_MAX, 'Email is not valid')
    .matches(EMAIL_PATTERN, { message: 'Email is not valid', excludeEmptyString: true });

const wrongStatus = 'Status must be true or false';
const usernameRequired = 'Username is required';

const username = () => newUsername().required(usernameRequired);

/** A username that may be absent but not empty. */
const newUsername = () =>
  text()
    .nonNullable(usernameRequired)
    .transform(trimmed)
    .test('present', usernameRequired, (value) => value !== '')
    .max(...atMost(USERNAME_MAX, 'Username'))
    .test(
      'not-guest',
      `'${GUEST}' is not available as a username`,
      (value) => value === undefined || nameKey(value) !== nameKey(GUEST),
    );

/** The rules for new passwords; one that is only compared may break them. */
const newPassword = (missing: string) =>
  requiredText(missing)
    .min(PASSWORD_MIN, `Password must have at least ${PASSWORD_MIN} characters`)
    .max(...atMost(PASSWORD_MAX, 'Password'));

export const registerInput = yup.object({
  email: email(),
  username: username(),
  password: newPassword('Password is required'),
});
export type RegisterInput = yup.InferType<typeof registerInput>;

export const WRONG_PASSWORD = 'Password is wrong';

export const deleteAccountInput = yup.object({
  password: requiredText('Password is required').max(PASSWORD_MAX, WRONG_PASSWORD),
});
export type DeleteAccountInput = yup.InferType<typeof deleteAccountInput>;

export const WRONG_CREDENTIALS = 'Wrong email or password';

export const loginInput = yup.object({
  email: email(),
  password: requiredText('Password is required'),
});
export type LoginInput = yup.InferType<typeof loginInput>;

export const forgotPasswordInput = yup.object({ email: email() });
export type ForgotPasswordInput = yup.InferType<typeof forgotPasswordInput>;

/** The new password again, to catch typos. */
const confirmation = (missing: string, different: string) =>
  requiredText(missing).test('match', different, (value, { parent }) => value === parent.newPassword);

export const WRONG_CURRENT_PASSWORD = 'Current password is wrong';

export const changePasswordInput = yup.object({
  currentPassword: requiredText('Current password is required!').max(PASSWORD_MAX, WRONG_CURRENT_PASSWORD),
  newPassword: newPassword('New password is required!'),
  confirmPassword: confirmation('Confirm password is required', 'New passwords must match'),
});
export type ChangePasswordInput = yup.InferType<typeof changePasswordInput>;

export const resetPasswordInput = yup.object({
  newPassword: newPassword('New password is required!'),
  confirmPassword: confirmation('Confirm new password is required!', 'New passwords must match!'),
});
export type ResetPasswordInput = yup.InferType<typeof resetPasswordInput>;

const profileField = () => text().max(PROFILE_FIELD_MAX, `At most ${PROFILE_FIELD_MAX} characters`);

/** The fields of a profile. An absent field keeps its value. */
const profileFields = {
  firstName: profileField(),
  lastName: profileField(),
  gender: text().oneOf(genders, 'Gender must be male, female or empty'),
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
  email: requiredText('Email is required').transform(trimmed),
  username: newUsername(),
  ...profileFields,
  status: flag(wrongStatus),
  role: text().oneOf(roles, `Role must be one of ${roles.join(', ')}`),
});
export type AdminUserInput = yup.InferType<typeof adminUserInput>;
