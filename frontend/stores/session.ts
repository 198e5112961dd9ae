import { proxy } from 'valtio';
import { findPage, PAYMENT_STATUS, pagePatterns } from '#contract/shop/page-addresses.ts';
import type { Role, UserView } from '#contract/users/users.ts';
import { m } from '#messages';
import { call, onSessionEnded } from '../api/call.ts';
import { currentUser } from '../api/currentUser.ts';
import { showFailure } from '../api/errors.ts';
import { forgetPersonalData } from '../api/remote.ts';
import { currentPath, navigate } from '../browser/address.ts';
import { onStoredElsewhere, readStored, readStoredJson, writeStored } from '../browser/storage.ts';
import { dismissToasts, showOnce } from '../browser/toasts.ts';
import { addressAfterLogin, loginState, showLogin } from './authorizationForm.ts';

type Session = { user: UserView | null; token: string | null };

/** Storage can hold anything; showing a user requires these fields. */
function isUser(value: unknown): value is UserView {
  if (typeof value !== 'object' || value === null) return false;
  return 'username' in value && typeof value.username === 'string' && 'email' in value;
}

/** Whether a user may open the dashboard. A stored user can lack the role. */
export function isStaff({ role }: { role?: Role }): boolean {
  return role !== undefined && role !== 'user';
}

/** A user without a token counts as logged out. */
function storedSession(): Session {
  const token = readStored('token');
  const user = token === null ? null : readStoredJson('user');
  return { user: isUser(user) ? user : null, token };
}

/** The stored session of this browser. */
export const session = proxy<Session>(storedSession());

/** A login or logout applies to all tabs. */
function followOtherTabs(): void {
  const stored = storedSession();
  const isSameLogin = stored.token === session.token;
  Object.assign(session, stored);
  if (!isSameLogin) forgetPersonalData();
}
onStoredElsewhere('user', followOtherTabs);
onStoredElsewhere('token', followOtherTabs);

/** Leaves the token alone: a response may arrive just after another tab has logged out. */
function rememberUser(user: UserView): void {
  session.user = user;
  writeStored('user', JSON.stringify(user));
}

currentUser.onData((_args, user) => {
  const isSameUser = session.user === null || session.user._id === user._id;
  if (session.token !== null && isSameUser) rememberUser(user);
});

/** Drops what the shop noted about the user of this session. */
function forgetNotes(): void {
  for (const key of ['searches', 'recentlyViewed', 'checkout'] as const) writeStored(key, null);
}

/** Ends the session in this browser without a request, and drops what the shop noted about its user. */
export function forget(): void {
  if (session.token !== null) forgetNotes();
  Object.assign(session, { user: null, token: null });
  writeStored('token', null);
  writeStored('user', null);
  forgetPersonalData();
}

export function openLoginForm(): void {
  showLogin();
  navigate(pagePatterns.authorization, { state: loginState(currentPath(), location.search.slice(1)) });
}

onSessionEnded(() => {
  forget();
  showOnce('error', m.feedback.sessionExpired());
  // Stay on pages whose URL would be lost: the links of emails (need no login) and a payment's result.
  if (findPage(currentPath())?.parameters.token || new URLSearchParams(location.search).has(PAYMENT_STATUS)) return;
  openLoginForm();
});

/** Checks with the server that the stored session is valid, and refreshes the user. */
export async function restoreSession(): Promise<void> {
  Object.assign(session, storedSession());
  if (session.token === null) forget();
  else await currentUser.load(null);
}

/** Starts the session of a login, which ends this browser's previous one, and goes to the home page, or back to the order. */
export function beginSession({ user, token }: { user: UserView; token: string }): void {
  if (session.token !== null) {
    endLogin();
    if (session.user?._id !== user._id) forgetNotes();
  }
  session.token = token;
  writeStored('token', token);
  rememberUser(user);
  forgetPersonalData();
  currentUser.write(null, user);
  // Clear the errors of failed attempts.
  dismissToasts();
  navigate(addressAfterLogin());
}

/** Logs out at once and opens the login form. The server revokes the token in the background. */
export function logOut(): void {
  endLogin();
  forget();
  openLoginForm();
}

/** Starts before the token is cleared, because the request sends it. */
function endLogin(): void {
  call<'Done'>('POST', '/user/logout', { showsLoader: true }).catch(showFailure);
}
