import { toast } from 'react-toastify/unstyled';
import type {
  ChangePasswordInput,
  EditUserInput,
  ForgotPasswordInput,
  ResetPasswordInput,
} from '#contract/users.input.ts';
import type { UserView } from '#contract/users.ts';
import * as calls from '../api/account.ts';
import { showFailure } from '../api/errors.ts';
import type { OnProgress } from '../api/upload.ts';
import { changedValues } from '../changedValues.ts';
import { showNothingChanged } from '../toasts.ts';
import { forget, openLoginForm, updateUser } from './session.ts';

/** Changes the password, which ends the login everywhere, and goes to the login form. @throws ApiError */
export async function changePassword(values: ChangePasswordInput): Promise<void> {
  const { message: sentence } = await calls.changePassword(values);
  toast.success(sentence);
  forget();
  openLoginForm();
}

/** Asks for an email with a link that resets the password, and tells what comes of it. */
export async function requestPasswordReset(values: ForgotPasswordInput): Promise<void> {
  try {
    const { message: sentence } = await calls.forgotPassword(values);
    toast.success(sentence);
  } catch (error) {
    showFailure(error);
  }
}

/** Sets a new password by the token of a reset link, which ends the login everywhere, also here. @throws ApiError */
export async function resetPassword(token: string, values: ResetPasswordInput): Promise<void> {
  const { message: sentence } = await calls.resetPassword(token, values);
  toast.success(sentence);
  forget();
}

/** What the profile form shows. A user whom a browser has stored may lack all but the name. */
export function profileValues(user: Pick<UserView, keyof EditUserInput>): EditUserInput {
  const { username, firstName = '', lastName = '', gender = '' } = user;
  const { city = '', address = '', postCode = '', phoneNumber = '' } = user;
  return { username, firstName, lastName, gender, city, address, postCode, phoneNumber };
}

/**
 * Saves an edit of the own profile that began with `before`: only what it changed, so that what was changed elsewhere
 * meanwhile stays. Nothing is sent, which is told, if nothing changed and there is no new picture.
 * @throws ApiError
 */
export async function editProfile(
  before: EditUserInput,
  values: EditUserInput,
  file: File | null,
  onProgress: OnProgress,
): Promise<void> {
  const changed = changedValues(before, values);
  if (file === null && Object.keys(changed).length === 0) {
    showNothingChanged();
    return;
  }
  const { message: sentence, user: edited } = await calls.editUser(changed, file, onProgress);
  updateUser(edited);
  toast.success(sentence);
}
