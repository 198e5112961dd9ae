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
import { showNothingChanged, showToast } from '../toasts.ts';
import { forget, openLoginForm, updateUser } from './session.ts';

/** Changes the password, which ends the login everywhere, and goes to the login form. @throws ApiError */
export async function changePassword(values: ChangePasswordInput): Promise<void> {
  const { message: sentence } = await calls.changePassword(values);
  showToast('success', sentence);
  forget();
  openLoginForm();
}

/** Requests an email with a reset link. A toast shows the result. */
export async function requestPasswordReset(values: ForgotPasswordInput): Promise<void> {
  try {
    const { message: sentence } = await calls.forgotPassword(values);
    showToast('success', sentence);
  } catch (error) {
    showFailure(error);
  }
}

/** Sets a new password by the token of a reset link, which ends the login everywhere, also here. @throws ApiError */
export async function resetPassword(token: string, values: ResetPasswordInput): Promise<void> {
  const { message: sentence } = await calls.resetPassword(token, values);
  showToast('success', sentence);
  forget();
}

/** The values of the profile form. A stored user may lack all but the name. */
export function profileValues(user: Pick<UserView, keyof EditUserInput>): EditUserInput {
  const { username, firstName = '', lastName = '', gender = '' } = user;
  const { city = '', address = '', postCode = '', phoneNumber = '' } = user;
  return { username, firstName, lastName, gender, city, address, postCode, phoneNumber };
}

/**
 * Saves the fields that differ from `before`, so that other fields keep changes made elsewhere meanwhile. Sends nothing,
 * with a toast, if there is no change and no new picture.
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
  showToast('success', sentence);
}
