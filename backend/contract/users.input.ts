import * as yup from 'yup';
import { requiredText, text, trimmed } from './text.ts';
import {
  EMAIL_MAX,
  EMAIL_PATTERN,
  GUEST,
  genders,
  PASSWORD_MAX,
  PASSWORD_MIN,
  PROFILE_FIELD_MAX,
  USERNAME_MAX,
} from './users.ts';

const email = () =>
  requiredText('Email is required')
    .transform(trimmed)
    .max(EMAIL_MAX, 'Email is not valid')
    .matches(EMAIL_PATTERN, { message: 'Email is not valid', excludeEmptyString: true });

const username = () =>
  requiredText('Username is required')
    .transform(trimmed)
    .max(USERNAME_MAX, `Username can have at most ${USERNAME_MAX} characters`)
    .test(
      'not-guest',
      `'${GUEST}' is not available as a username`,
      (value) => value?.toLowerCase() !== GUEST.toLowerCase(),
    );

/** A password that is being set; a password that is only compared needs no such rules. */
const newPassword = (missing: string) =>
  requiredText(missing)
    .min(PASSWORD_MIN, `Password must have at least ${PASSWORD_MIN} characters`)
    .max(PASSWORD_MAX, `Password can have at most ${PASSWORD_MAX} characters`);

export const registerInput = yup.object({
  email: email(),
  username: username(),
  password: newPassword('Password is required'),
});
export type RegisterInput = yup.InferType<typeof registerInput>;

export const loginInput = yup.object({
  email: email(),
  password: requiredText('Password is required').max(PASSWORD_MAX, 'Wrong email or password'),
});
export type LoginInput = yup.InferType<typeof loginInput>;

export const forgotPasswordInput = yup.object({ email: email() });
export type ForgotPasswordInput = yup.InferType<typeof forgotPasswordInput>;

const profileField = () => text().max(PROFILE_FIELD_MAX, `At most ${PROFILE_FIELD_MAX} characters`);

/** The fields a user may set of themselves. A field that is absent keeps its value. */
export const profileFields = {
  firstName: profileField(),
  lastName: profileField(),
  gender: text().oneOf(genders, 'Gender must be male, female or empty'),
  address: profileField(),
  city: profileField(),
  phoneNumber: profileField(),
  postCode: profileField(),
};
