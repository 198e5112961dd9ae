import type {
  ChangePasswordInput,
  DeleteAccountInput,
  EditUserInput,
  ForgotPasswordInput,
  ResetPasswordInput,
} from '#contract/users.input.ts';
import type { UserView } from '#contract/users.ts';
import { call } from './call.ts';
import { download } from './download.ts';
import type { OnProgress } from './upload.ts';

const fallback = {
  changePassword: 'Change password failed. Please try again.',
  forgotPassword: 'Forgot password failed. Please try again.',
  resetPassword: 'Reset password failed. Please try again.',
  sendVerification: 'Send link failed. Please try again.',
  verifyEmail: 'Confirm email failed. Please try again.',
  logOutEverywhere: 'Log out failed. Please try again.',
  editProfile: 'Edit user profile failed. Please try again.',
  exportAccount: 'Download your data failed. Please try again.',
  deleteAccount: 'Delete account failed. Please try again.',
} as const;

export function changePassword(values: ChangePasswordInput): Promise<{ message: string }> {
  return call('PATCH', '/user/changePassword', { body: values, fallback: fallback.changePassword });
}

export function forgotPassword(values: ForgotPasswordInput): Promise<{ message: string }> {
  return call('POST', '/user/forgotPassword', { body: values, fallback: fallback.forgotPassword, isOpen: true });
}

export function resetPassword(token: string, values: ResetPasswordInput): Promise<{ message: string }> {
  return call('PATCH', `/user/resetPassword/${encodeURIComponent(token)}`, {
    body: values,
    fallback: fallback.resetPassword,
    isOpen: true,
  });
}

/** Has the link that confirms the user's email sent again. */
export function sendVerification(): Promise<{ message: string }> {
  return call('POST', '/user/sendVerification', { fallback: fallback.sendVerification, quiet: true });
}

export function verifyEmail(token: string): Promise<{ message: string }> {
  return call('PATCH', `/user/verifyEmail/${encodeURIComponent(token)}`, {
    fallback: fallback.verifyEmail,
    isOpen: true,
  });
}

export function logOutEverywhere(): Promise<{ message: string }> {
  return call('POST', '/user/logoutEverywhere', { fallback: fallback.logOutEverywhere });
}

/** Updates the user's own profile. With a picture it sends a multipart form and reports progress. */
export function editUser(
  values: EditUserInput,
  file: File | null,
  onProgress: OnProgress,
): Promise<{ message: string; user: UserView }> {
  if (file === null) return call('PUT', '/user/editUser', { body: values, fallback: fallback.editProfile });
  const body = new FormData();
  // In this order: the server reads the values before the picture streams in.
  body.set('data', JSON.stringify(values));
  body.set('file', file);
  return call('PUT', '/user/editUser', { body, fallback: fallback.editProfile, quiet: true, onProgress });
}

/** All data of the user as a JSON file. */
export function exportAccount(): Promise<Blob> {
  return download('/user/export', fallback.exportAccount);
}

export function deleteAccount(values: DeleteAccountInput): Promise<{ message: string }> {
  return call('DELETE', '/user', { body: values, fallback: fallback.deleteAccount });
}
