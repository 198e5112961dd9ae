import { pagePatterns } from '#contract/shop/page-addresses.ts';
import type {
  ChangePasswordInput,
  DeleteAccountInput,
  EditUserInput,
  ForgotPasswordInput,
  ResetPasswordInput,
} from '#contract/users/users.input.ts';
import type { UserView } from '#contract/users/users.ts';
import { m } from '#messages';
import { DEFAULT_LANGUAGE } from '#messages/languages.ts';
import { call, download } from '../api/call.ts';
import { currentUser, updateCurrentUser } from '../api/currentUser.ts';
import { ApiError, showFailure } from '../api/errors.ts';
import { endSession } from '../api/sessions.ts';
import { formOf, type OnProgress } from '../api/upload.ts';
import { navigate } from '../browser/address.ts';
import { saveFile } from '../browser/saveFile.ts';
import { showNothingChanged, showToast } from '../browser/toasts.ts';
import { shop } from '../texts/shop.ts';
import { changedValues } from './changedValues.ts';
import { forget, openLoginForm, session } from './session.ts';

/** Changes the password, which logs out all devices, and opens the login form. @throws ApiError */
export async function changePassword(body: ChangePasswordInput): Promise<void> {
  const options = { body, task: m.profile.taskPassword(), showsLoader: true };
  const { message } = await call<'Done'>('PATCH', '/user/changePassword', options);
  showToast('success', message);
  forget();
  openLoginForm();
}

/** Requests a reset link by email and shows the result in a toast. */
export async function requestPasswordReset(body: ForgotPasswordInput): Promise<void> {
  const options = { body, task: m.login.taskForgot(), isOpen: true, showsLoader: true };
  await showResult(call<'Done'>('POST', '/user/forgotPassword', options));
}

/** Sets a new password with a reset link's token, which logs out all devices, this one too. @throws ApiError */
export async function resetPassword(token: string, body: ResetPasswordInput): Promise<void> {
  const options = { body, task: m.login.taskReset(), isOpen: true, showsLoader: true };
  const { message } = await call<'Done'>('PATCH', `/user/resetPassword/${encodeURIComponent(token)}`, options);
  showToast('success', message);
  forget();
}

/** Whether the server rejected the link of an email as unknown, used or expired. */
export function isDeadLink(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'malformed';
}

/** Sends the link that confirms the user's email again, and shows the result in a toast. */
export async function resendVerification(): Promise<void> {
  await showResult(call<'Done'>('POST', '/user/sendVerification', { task: m.profile.taskSendLink() }));
}

/** Confirms an email with the token of a link, which need not be that of the user. @throws ApiError */
export async function verifyEmail(token: string): Promise<void> {
  const options = { task: m.login.taskConfirmEmail(), isOpen: true, showsLoader: true };
  await call<'Done'>('PATCH', `/user/verifyEmail/${encodeURIComponent(token)}`, options);
  if (session.token !== null) await currentUser.reload(null);
}

/** Logs out another device, and shows the result in a toast. */
export async function logOutDevice(sessionId: string): Promise<void> {
  await showResult(endSession(sessionId));
}

/** Logs out all devices, this one too, and opens the login form. Shows the result in a toast. */
export async function logOutEverywhere(): Promise<void> {
  const isDone = await showResult(
    call<'Done'>('POST', '/user/logoutEverywhere', { task: m.profile.taskLogOut(), showsLoader: true }),
  );
  if (!isDone) return;
  forget();
  openLoginForm();
}

/** @returns whether the call succeeded */
async function showResult(response: Promise<{ message: string }>): Promise<boolean> {
  try {
    showToast('success', (await response).message);
    return true;
  } catch (error) {
    showFailure(error);
    return false;
  }
}

/** The profile form's values. A stored user may have only a name. */
export function profileValues(user: Pick<UserView, keyof EditUserInput>): EditUserInput {
  const { username, firstName = '', lastName = '', gender = '' } = user;
  const { city = '', address = '', postCode = '', phoneNumber = '' } = user;
  // As mails do, where the shop no longer speaks the user's.
  const language = shop.languages.find(({ code }) => code === user.language)?.code ?? DEFAULT_LANGUAGE;
  return { username, firstName, lastName, gender, city, address, postCode, phoneNumber, language };
}

/**
 * Saves the fields that differ from `before`, so that the others keep changes made elsewhere, and reports the progress of
 * a picture. Without a change or a new picture it only shows a toast.
 * @throws ApiError
 */
export async function editProfile(
  before: EditUserInput,
  values: EditUserInput,
  file: File | null,
  onProgress: OnProgress,
): Promise<void> {
  const changed = changedValues(before, values);
  if (file === null && Object.keys(changed).length === 0) return showNothingChanged();
  const body = file === null ? changed : formOf('data', changed, file);
  const options = { body, task: m.profile.taskEdit(), showsLoader: file === null, onProgress };
  const { message, user } = await call<'UserSaved'>('PUT', '/user/editUser', options);
  updateCurrentUser(user);
  showToast('success', message);
}

/** Saves all data of the user as a file. @throws ApiError */
export async function saveAccount(): Promise<void> {
  saveFile(await download('/user/export', m.profile.taskDownload()), 'webshop-account.json');
}

/** Deletes the account, which ends the session, and goes to the home page. @throws ApiError */
export async function deleteAccount(body: DeleteAccountInput): Promise<void> {
  const { message } = await call<'Done'>('DELETE', '/user', { body, task: m.profile.taskDelete(), showsLoader: true });
  forget();
  navigate(pagePatterns.catalogue);
  showToast('success', message);
}
