import { proxy } from 'valtio';
import { navigate } from 'wouter/use-browser-location';
import { findPage, pagePatterns } from '#contract/page-addresses.ts';
import type { LoginInput, RegisterInput } from '#contract/users.input.ts';
import type { UserView } from '#contract/users.ts';
import { onSessionEnded } from '../api/call.ts';
import { currentUser, updateCurrentUser } from '../api/currentUser.ts';
import { showFailure } from '../api/errors.ts';
import { forgetPersonalData } from '../api/remote.ts';
import * as calls from '../api/session.ts';
import { message } from '../messages.ts';
import { onStoredElsewhere, readStored, readStoredJson, writeStored } from '../storage.ts';
import { dismissToasts, showOnce, showToast } from '../toasts.ts';
import { showLogin } from './authorizationForm.ts';
import { readPaymentReturn } from './paymentReturn.ts';

type Session = { user: UserView | null; token: string | null };

/** Storage can hold anything; a user needs these to be shown. */
function isUser(value: unknown): value is UserView {
  if (typeof value !== 'object' || value === null) return false;
  return 'username' in value && typeof value.username === 'string' && 'email' in value;
}

/** A user without a token can do nothing, and so is nobody. */
function storedSession(): Session {
  const token = readStored('token');
  const user = token === null ? null : readStoredJson('user');
  return { user: isUser(user) ? user : null, token };
}

/** The login that this browser remembers. */
export const session = proxy<Session>(storedSession());

/** A login or logout in one tab holds for all of them. */
function followOtherTabs(): void {
  const stored = storedSession();
  const isSameLogin = stored.token === session.token;
  Object.assign(session, stored);
  if (!isSameLogin) forgetPersonalData();
}
onStoredElsewhere('user', followOtherTabs);
onStoredElsewhere('token', followOtherTabs);

function remember(user: UserView, token: string): void {
  Object.assign(session, { user, token });
  writeStored('token', token);
  writeStored('user', JSON.stringify(user));
}

currentUser.onAnswer((_args, user) => {
  const isSameUser = session.user === null || session.user._id === user._id;
  if (session.token !== null && isSameUser) remember(user, session.token);
});

/** Takes over what the server says about the user, if it is the one who is logged in. */
export function updateUser(user: UserView): void {
  if (session.user?._id === user._id) updateCurrentUser(user);
}

/** Ends the session in this browser, without telling the server. */
export function forget(): void {
  Object.assign(session, { user: null, token: null });
  writeStored('token', null);
  writeStored('user', null);
  forgetPersonalData();
}

export function openLoginForm(): void {
  showLogin();
  navigate(pagePatterns.authorization);
}

onSessionEnded(() => {
  forget();
  showOnce('error', message.sessionExpired);
  // A reset link needs no login, and would be lost; so would the result of a payment.
  if (findPage(location.pathname)?.name === 'resetPassword' || readPaymentReturn(location.search)) return;
  openLoginForm();
});

/** Asks the server whether the remembered login still holds, and how the user is now. */
export async function restoreSession(): Promise<void> {
  Object.assign(session, storedSession());
  if (session.token === null) forget();
  else await currentUser.load(null);
}

/** Logs in and goes to the shop's home. An earlier login of this browser ends then, and not before. @throws ApiError */
export async function logIn(values: LoginInput): Promise<void> {
  const { user, token } = await calls.logIn(values);
  if (session.token !== null) endLogin();
  remember(user, token);
  forgetPersonalData();
  currentUser.write(null, user);
  // Those of failed attempts.
  dismissToasts();
  navigate(pagePatterns.catalogue);
}

/** Registers and turns to the login form. @throws ApiError */
export async function register(values: RegisterInput): Promise<void> {
  const { message: sentence } = await calls.register(values);
  showToast('success', sentence);
  showLogin();
}

/** Logs out at once and goes to the login form; the server hears of it, so that the token is worth nothing. */
export function logOut(): void {
  endLogin();
  forget();
  openLoginForm();
}

/** Begins before the token is forgotten, because it carries it. */
function endLogin(): void {
  calls.logOut().catch(showFailure);
}
