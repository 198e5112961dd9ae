import { proxy, ref } from 'valtio';
import type { ReauthenticationView } from '#contract/factors.ts';
import { showFailure } from '../api/errors.ts';
import { signWithPasskey } from '../api/passkeys.ts';
import * as calls from '../api/reauthentication.ts';
import { onForget } from '../api/remote.ts';
import { session } from './session.ts';

/** The open question whether it's still the user; null without one. */
export const reauthentication = proxy<{ question: ReauthenticationView | null }>({ question: null });

let answer: (isConfirmed: boolean) => void = () => undefined;

/** The open question, or one that is being prepared. */
let pending: Promise<boolean> | null = null;

// One answer is for all calls that wait for it.
calls.onReauthenticationRequired(() => {
  pending ??= ask().finally(() => {
    pending = null;
  });
  return pending;
});

async function ask(): Promise<boolean> {
  const { token } = session;
  try {
    const question = await calls.prepareReauthentication();
    // Nobody is left to ask.
    if (session.token !== token) return false;
    reauthentication.question = ref(question);
  } catch (error) {
    showFailure(error);
    return false;
  }
  return new Promise((resolve) => {
    answer = resolve;
  });
}

onForget(cancelReauthentication);

function close(isConfirmed: boolean): void {
  reauthentication.question = null;
  answer(isConfirmed);
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
