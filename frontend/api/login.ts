import type { PasskeyLoginInput, SecondFactorInput } from '#contract/factors.input.ts';
import type { PasskeyOptions, SecondStepView } from '#contract/factors.ts';
import type { LoginInput, RegisterInput } from '#contract/users.input.ts';
import type { UserView } from '#contract/users.ts';
import { call } from './call.ts';

const fallback = 'Register failed. Please try again.';

export type LoggedIn = { user: UserView; token: string };

export function register(values: RegisterInput): Promise<{ message: string }> {
  return call('POST', '/user/register', { body: values, fallback, isOpen: true });
}

export function logIn(values: LoginInput): Promise<LoggedIn | { secondFactor: SecondStepView }> {
  return call('POST', '/user/login', { body: values, fallback, isOpen: true });
}

export function completeLogin(values: SecondFactorInput): Promise<LoggedIn> {
  return call('POST', '/user/login/secondFactor', { body: values, fallback, isOpen: true });
}

/** What the browser needs for a login by passkey alone. */
export async function preparePasskeyLogin(): Promise<PasskeyOptions> {
  const { passkey } = await call<{ passkey: PasskeyOptions }>('POST', '/user/login/passkey/options', {
    fallback,
    isOpen: true,
  });
  return passkey;
}

export function logInByPasskey(values: PasskeyLoginInput): Promise<LoggedIn> {
  return call('POST', '/user/login/passkey', { body: values, fallback, isOpen: true });
}
