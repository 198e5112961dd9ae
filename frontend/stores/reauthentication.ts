import { proxy, ref } from 'valtio';
import type { ReauthenticationView } from '#contract/factors.ts';
import { showFailure } from '../api/errors.ts';
import { signWithPasskey } from '../api/passkeys.ts';
import * as calls from '../api/reauthentication.ts';

/** The open question whether it's still the user; null without one. */
export const reauthentication = proxy<{ question: ReauthenticationView | null }>({ question: null });

let answer: (isConfirmed: boolean) => void = () => undefined;

calls.onReauthenticationRequired(async () => {
  // Of two calls at once, the second replaces the question of the first.
  cancelReauthentication();
  try {
    reauthentication.question = ref(await calls.prepareReauthentication());
  } catch (error) {
    showFailure(error);
    return false;
  }
  return new Promise((resolve) => {
    answer = resolve;
  });
});

function close(isConfirmed: boolean): void {
  reauthentication.question = null;
  answer(isConfirmed);
  answer = () => undefined;
}

export function cancelReauthentication(): void {
  close(false);
}

/** Answers with the password or a code. @throws ApiError */
export async function reauthenticate(values: { password: string } | { code: string }): Promise<void> {
  await calls.reauthenticate(values);
  close(true);
}

/** Answers with a passkey. @throws Error */
export async function reauthenticateByPasskey({ passkey: options }: ReauthenticationView): Promise<void> {
  if (options === null) return;
  const passkey = await signWithPasskey(options);
  await calls.reauthenticate({ passkey, challenge: options.challenge });
  close(true);
}
