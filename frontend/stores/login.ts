import type { PasskeyLoginInput, SecondFactorInput } from '#contract/users/factors.input.ts';
import type { SecondStepView } from '#contract/users/factors.ts';
import type { LoginInput, RegisterInput } from '#contract/users/users.input.ts';
import { m } from '#messages';
import { call } from '../api/call.ts';
import { ApiError } from '../api/errors.ts';
import { signWithPasskey } from '../api/passkeys.ts';
import { showToast } from '../browser/toasts.ts';
import { showLogin } from './authorizationForm.ts';
import { beginSession } from './session.ts';

/** What all calls before a login share. */
const options = () => ({ task: m.login.taskRegister(), isOpen: true, showsLoader: true });

/** Logs in. @returns the second step, if the account has one @throws ApiError `password` is invalid if it or the email is wrong */
export async function logIn(values: LoginInput): Promise<SecondStepView | null> {
  const login = await call<'Login'>('POST', '/user/login', { ...options(), body: values }).catch((error) => {
    if (error instanceof ApiError && error.code === 'unauthenticated') error.fields = { password: error.message };
    throw error;
  });
  if ('secondFactor' in login) return login.secondFactor;
  beginSession(login);
  return null;
}

/** Completes a login with a code, or with a recovery code in its place; `code` is invalid if either is wrong. @throws ApiError */
export async function completeLoginByCode(challenge: string, code: string, isRecovery: boolean): Promise<void> {
  try {
    await completeLogin({ challenge, ...(isRecovery ? { recoveryCode: code } : { code }) });
  } catch (error) {
    const wrong = error instanceof ApiError && error.fields.recoveryCode;
    if (wrong) error.fields = { code: wrong };
    throw error;
  }
}

/** Completes a login with a passkey. @throws Error */
export async function completeLoginByPasskey({ challenge, passkey }: SecondStepView): Promise<void> {
  if (passkey === null) return;
  await completeLogin({ challenge, passkey: await signWithPasskey(passkey) });
}

async function completeLogin(body: SecondFactorInput): Promise<void> {
  beginSession(await call<'LoggedIn'>('POST', '/user/login/secondFactor', { ...options(), body }));
}

/** Logs in with a passkey alone. @throws Error */
export async function logInByPasskey(): Promise<void> {
  const { passkey: request } = await call<'PasskeyOptions'>('POST', '/user/login/passkey/options', options());
  const body: PasskeyLoginInput = { challenge: request.challenge, passkey: await signWithPasskey(request) };
  beginSession(await call<'LoggedIn'>('POST', '/user/login/passkey', { ...options(), body }));
}

/** Whether the time for the second step is over. */
export function isLoginExpired(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unauthenticated';
}

/** Registers and switches to the login form. @throws ApiError */
export async function register(values: RegisterInput): Promise<void> {
  const { message } = await call<'Done'>('POST', '/user/register', { ...options(), body: values });
  showToast('success', message);
  showLogin();
}
