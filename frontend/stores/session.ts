import { toast } from 'react-toastify/unstyled';
import { proxy } from 'valtio';
import { navigate } from 'wouter/use-browser-location';
import { findPage, pagePatterns } from '#contract/page-addresses.ts';
import type { LoginInput, RegisterInput } from '#contract/users.input.ts';
import type { UserView } from '#contract/users.ts';
import * as api from '../api.ts';
import { message } from '../messages.ts';
import { onStoredElsewhere, readStored, readStoredJson, writeStored } from '../storage.ts';
import { showLogin } from './authorizationForm.ts';
import { showFailure } from './failure.ts';
import { readPaymentReturn } from './paymentReturn.ts';
import { tellOnce } from './tellOnce.ts';

type Login = { user: UserView | null; token: string | null };

type Session = Login & {
  /** The sentence of the last question to the server about the user, if it failed. */
  error: string | null;
};

/** Storage can hold anything; a user without these could not be shown. */
function isUser(value: unknown): value is UserView {
  if (typeof value !== 'object' || value === null) return false;
  return 'username' in value && typeof value.username === 'string' && 'email' in value;
}

function storedLogin(): Login {
  const user = readStoredJson('user');
  return { user: isUser(user) ? user : null, token: readStored('token') };
}

/** Who is logged in, as this browser remembers it. */
export const session = proxy<Session>({ ...storedLogin(), error: null });

/** A login or logout in one tab holds for all of them. */
function followOtherTabs(): void {
  Object.assign(session, storedLogin());
}
onStoredElsewhere('user', followOtherTabs);
onStoredElsewhere('token', followOtherTabs);

function remember(user: UserView, token: string): void {
  Object.assign(session, { user, token, error: null });
  writeStored('token', token);
  writeStored('user', JSON.stringify(user));
}

/** Takes over what the server says of the user who is logged in. */
export function updateUser(user: UserView): void {
  if (session.token !== null && session.user?._id === user._id) remember(user, session.token);
}

/** Forgets who is logged in, without a word to the server. */
export function forget(): void {
  Object.assign(session, { user: null, token: null, error: null });
  writeStored('token', null);
  writeStored('user', null);
}

export function openLoginForm(): void {
  showLogin();
  navigate(pagePatterns.authorization);
}

api.onSessionEnded(() => {
  forget();
  tellOnce('error', message.sessionExpired);
  // Who follows a link to reset their password needs no login, and would lose the link; who has just paid wants to see it.
  if (findPage(location.pathname)?.name === 'resetPassword' || readPaymentReturn(location.search)) return;
  openLoginForm();
});

/** Asks the server whether the remembered login still holds, and what has changed about the user since. */
export async function restoreSession(): Promise<void> {
  Object.assign(session, storedLogin());
  const { token } = session;
  if (token === null) return;
  try {
    const { user } = await api.getSingleUser();
    if (session.token === token) remember(user, token);
  } catch (error) {
    const sentence = showFailure(error);
    if (session.token === token) session.error = sentence;
  }
}

/** Logs in and goes to the shop's home. An earlier login of this browser ends then, and not before. @throws ApiError */
export async function logIn(values: LoginInput): Promise<void> {
  const { user, token } = await api.logIn(values);
  if (session.token !== null) endLogin();
  remember(user, token);
  navigate(pagePatterns.catalogue);
}

/** Registers, tells so in the server's words, and turns to the login form. @throws ApiError */
export async function register(values: RegisterInput): Promise<void> {
  const { message: sentence } = await api.register(values);
  toast.success(sentence);
  showLogin();
}

/** Forgets the user at once and goes to the login form; the server is told, so that the token is worth nothing. */
export function logOut(): void {
  endLogin();
  forget();
  openLoginForm();
}

/** Begun before the token is forgotten, because it carries it. */
function endLogin(): void {
  api.logOut().catch(showFailure);
}
