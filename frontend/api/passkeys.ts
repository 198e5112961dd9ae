import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { PasskeyOptions } from '#contract/users/factors.ts';
import { m } from '#messages';

/** Few shoppers have a passkey. */
const library = () => import('@simplewebauthn/browser');

/** Whether this browser has passkeys. Without HTTPS, it has none. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window;
}

/** Creates a passkey, as the browser's dialog asks. @throws Error with a message for the user */
export async function createPasskey(options: PasskeyOptions): Promise<object> {
  const { startRegistration } = await library();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return startRegistration({ optionsJSON }).catch((cause) => {
    const isKnown = cause instanceof Error && cause.name === 'InvalidStateError';
    throw new Error(isKnown ? m.feedback.passkeyKnown() : m.feedback.noPasskeyAdded(), { cause });
  });
}

/** Signs the challenge in `options` with a passkey, as the browser's dialog asks. @throws Error with a message for the user */
export async function signWithPasskey(options: PasskeyOptions): Promise<object> {
  const { startAuthentication } = await library();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return startAuthentication({ optionsJSON }).catch((cause) => {
    throw new Error(m.feedback.noPasskeyUsed(), { cause });
  });
}
