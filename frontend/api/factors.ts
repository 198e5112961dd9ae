import type { Responses } from '#contract/responses.ts';
import type { AppSetupView, FactorsView } from '#contract/users/factors.ts';
import { m } from '#messages';
import { call } from './call.ts';
import { errorMessage } from './errors.ts';
import { sendStep } from './outOfDate.ts';
import { createPasskey } from './passkeys.ts';
import { sendDangerous } from './reauthentication.ts';
import { createRemote } from './remote.ts';
import { useRemote } from './useRemote.ts';

/** The user's second factors. Only a part of the profile, so a failure shows there alone. */
export const factors = createRemote<null, FactorsView>({
  load: async (_args, options) =>
    (await call<'Factors'>('GET', '/user/factors', { ...options, endsSession: false })).factors,
  onFailure: errorMessage,
});

export function useFactors() {
  return useRemote(factors, null);
}

/** Whether the shop requires a second factor of the user, who has none. */
export function lacksRequiredFactor(view: FactorsView | undefined): boolean {
  return Boolean(view?.isRequired) && view?.appSince === null && view.passkeys.length === 0;
}

/** What a change of the factors shows. */
export type FactorChange = Pick<Responses['FactorsSaved'], 'message' | 'recoveryCodes'>;

async function change(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<FactorChange> {
  const options = { body, task: m.feedback.twoStepTask() };
  const saved = await sendStep(factors, null, () =>
    sendDangerous(() => call<'FactorsSaved'>(method, `/user/factors/${path}`, options)),
  );
  factors.write(null, saved.factors);
  return saved;
}

/** Starts to set up an authenticator app. @throws ApiError */
export function beginApp(): Promise<AppSetupView> {
  return sendDangerous(() => call<'AppSetup'>('POST', '/user/factors/app'));
}

/** Completes the setup with a code of the app. @throws ApiError */
export function confirmApp(code: string): Promise<FactorChange> {
  return change('PUT', 'app', { code });
}

/** @throws ApiError */
export function removeApp(): Promise<FactorChange> {
  return change('DELETE', 'app');
}

/** Creates a passkey in the browser and adds it. @throws Error */
export async function addPasskey(name: string): Promise<FactorChange> {
  const { passkey: options } = await sendDangerous(() =>
    call<'PasskeyOptions'>('POST', '/user/factors/passkeys/options'),
  );
  const passkey = await createPasskey(options);
  return change('POST', 'passkeys', { challenge: options.challenge, name, passkey });
}

/** @throws ApiError */
export function removePasskey(id: string): Promise<FactorChange> {
  return change('DELETE', `passkeys/${encodeURIComponent(id)}`);
}

/** Replaces the recovery codes. @throws ApiError */
export function renewRecoveryCodes(): Promise<FactorChange> {
  return change('POST', 'recoveryCodes');
}
