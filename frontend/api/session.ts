import type { LoginInput, RegisterInput } from '#contract/users.input.ts';
import type { UserView } from '#contract/users.ts';
import { fallback } from '../messages.ts';
import { call } from './call.ts';

export function register(values: RegisterInput): Promise<{ message: string }> {
  return call('POST', '/user/register', { body: values, fallback: fallback.registerOrLogIn, anonymous: true });
}

export function logIn(values: LoginInput): Promise<{ user: UserView; token: string }> {
  return call('POST', '/user/login', { body: values, fallback: fallback.registerOrLogIn, anonymous: true });
}

/** Revokes the token that this browser holds when it is called. */
export function logOut(): Promise<{ message: string }> {
  return call('POST', '/user/logout');
}
