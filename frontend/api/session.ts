import { call } from './call.ts';

/** Revokes the token that this browser holds when it is called. */
export function logOut(): Promise<{ message: string }> {
  return call('POST', '/user/logout');
}
