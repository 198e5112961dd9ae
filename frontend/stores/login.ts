import type { SecondStepView } from '#contract/factors.ts';
import type { LoginInput, RegisterInput } from '#contract/users.input.ts';
import { ApiError } from '../api/errors.ts';
import * as calls from '../api/login.ts';
import { signWithPasskey } from '../api/passkeys.ts';
import { showToast } from '../browser/toasts.ts';
import { showLogin } from './authorizationForm.ts';
import { beginSession } from './session.ts';

/** Logs in. @returns the second step, if the account has one @throws ApiError `password` is invalid if it or the email is wrong */
export async function logIn(values: LoginInput): Promise<SecondStepView | null> {
  const login = await calls.logIn(values).catch((error) => {
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
    beginSession(await calls.completeLogin({ challenge, ...(isRecovery ? { recoveryCode: code } : { code }) }));
  } catch (error) {
    const wrong = error instanceof ApiError && error.fields.recoveryCode;
    if (wrong) error.fields = { code: wrong };
    throw error;
  }
}

/** Completes a login with a passkey. @throws Error */
export async function completeLoginByPasskey({ challenge, passkey: options }: SecondStepView): Promise<void> {
  if (options === null) return;
  beginSession(await calls.completeLogin({ challenge, passkey: await signWithPasskey(options) }));
}

/** Logs in with a passkey alone. @throws Error */
export async function logInByPasskey(): Promise<void> {
  const options = await calls.preparePasskeyLogin();
  const passkey = await signWithPasskey(options);
  beginSession(await calls.logInByPasskey({ challenge: options.challenge, passkey }));
}

/** Whether the time for the second step is over. */
export function isLoginExpired(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unauthenticated';
}

/** Registers and switches to the login form. @throws ApiError */
export async function register(values: RegisterInput): Promise<void> {
  const response = await calls.register(values);
  showToast('success', response.message);
  showLogin();
}
