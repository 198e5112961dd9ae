import * as yup from 'yup';
import { requiredText, text, trimmed } from './text.ts';

/** Letters, digits, dot, underscore, hyphen; a domain; a top-level part of 2 to 4 letters. */
export const EMAIL_PATTERN = /^[A-Za-z0-9._-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,4}$/;
export const EMAIL_MAX = 254;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
export const USERNAME_MAX = 50;
/** The author of comments by people who are not logged in; nobody can register it. */
export const GUEST = 'Guest';

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

export const genders = ['male', 'female', ''] as const;
export type Gender = (typeof genders)[number];
export const roles = ['admin', 'user'] as const;
export type Role = (typeof roles)[number];

export const PROFILE_FIELD_MAX = 200;

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

/** A user as the API shows it, to themselves and to admins. Never the password's hash. */
export type UserView = {
  _id: string;
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  gender: Gender;
  city: string;
  address: string;
  postCode: string;
  phoneNumber: string;
  /** File name under /uploads/users/, or '' while there is none. */
  avatar: string;
  /** Whether the account is active. */
  status: boolean;
  role: Role;
  /** Ids of the products that this user has rated. */
  votedFor: string[];
};
