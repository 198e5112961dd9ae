import { proxy, ref } from 'valtio';
import type { ReauthenticationInput } from '#contract/users/factors.input.ts';
import type { ReauthenticationView } from '#contract/users/factors.ts';
import { call } from '../api/call.ts';
import { showFailure } from '../api/errors.ts';
import { signWithPasskey } from '../api/passkeys.ts';
import { onReauthenticationRequired } from '../api/reauthentication.ts';
import { onForget } from '../api/remote.ts';
import { session } from './session.ts';

/** The open question whether it's still the user; null without one. */
export const reauthentication = proxy<{ question: ReauthenticationView | null }>({ question: null });

let answer: (isConfirmed: boolean) => void = () => undefined;

/** The open question, or one that is being prepared. */
let pending: Promise<boolean> | null = null;

// One answer is for all calls that wait for it.
onReauthenticationRequired(() => {
  pending ??= ask().finally(() => {
    pending = null;
  });
  return pending;
});

async function ask(): Promise<boolean> {
  const { token } = session;
  try {
    const question = await call<'Reauthentication'>('POST', '/user/reauthenticate/options');
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

/** Answers with the password, a code or a passkey. @throws ApiError */
export async function reauthenticate(body: ReauthenticationInput): Promise<void> {
  await call<'Done'>('POST', '/user/reauthenticate', { body });
  close(true);
}

/** Answers with a passkey. @throws Error */
export async function reauthenticateByPasskey({ passkey: options }: ReauthenticationView): Promise<void> {
  if (options === null) return;
  const passkey = await signWithPasskey(options);
  await reauthenticate({ passkey, challenge: options.challenge });
}
