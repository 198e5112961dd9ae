import { toast } from 'react-toastify/unstyled';
import type {
  ChangePasswordInput,
  EditUserInput,
  ForgotPasswordInput,
  ResetPasswordInput,
} from '#contract/users.input.ts';
import type { UserView } from '#contract/users.ts';
import * as api from '../api.ts';
import type { OnProgress } from '../upload.ts';
import { showFailure } from './failure.ts';
import { tellNothingChanged } from './nothingChanged.ts';
import { forget, openLoginForm, updateUser } from './session.ts';

/** Changes the password, which ends the login everywhere, and goes to the login form. @throws ApiError */
export async function changePassword(values: ChangePasswordInput): Promise<void> {
  const { message: sentence } = await api.changePassword(values);
  toast.success(sentence);
  forget();
  openLoginForm();
}

/** Asks for an email with a link that resets the password, and tells what comes of it. */
export async function requestPasswordReset(values: ForgotPasswordInput): Promise<void> {
  try {
    const { message: sentence } = await api.forgotPassword(values);
    toast.success(sentence);
  } catch (error) {
    showFailure(error);
  }
}

/** Sets a new password by the token of a reset link, which ends the login everywhere, also here. @throws ApiError */
export async function resetPassword(token: string, values: ResetPasswordInput): Promise<void> {
  const { message: sentence } = await api.resetPassword(token, values);
  toast.success(sentence);
  forget();
}

/** The fields of the profile form, all of them text. */
export const profileFields = [
  'username',
  'firstName',
  'lastName',
  'gender',
  'city',
  'address',
  'postCode',
  'phoneNumber',
] as const satisfies (keyof EditUserInput & keyof UserView)[];

/** Saves the own profile. Nothing is sent, which is told, if nothing changed and there is no new picture. @throws ApiError */
export async function editProfile(
  user: Pick<UserView, (typeof profileFields)[number]>,
  values: EditUserInput,
  file: File | null,
  onProgress: OnProgress,
): Promise<void> {
  if (file === null && profileFields.every((field) => values[field] === user[field])) {
    tellNothingChanged();
    return;
  }
  const { message: sentence, user: edited } = await api.editUser(values, file, onProgress);
  updateUser(edited);
  toast.success(sentence);
}

/** Asks anew how the user stands, as while a picture is being made. @throws ApiError */
export async function refreshUser(): Promise<void> {
  const { user } = await api.getSingleUser({ quiet: true });
  updateUser(user);
}
