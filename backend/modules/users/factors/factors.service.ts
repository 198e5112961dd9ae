import type { AppCodeInput, NewPasskeyInput } from '#contract/users/factors.input.ts';
import { m } from '#messages';
import type { EntityManager } from '../../../core/database/db.ts';
import { AppError } from '../../../core/errors.ts';
import type { SecondFactorChange } from '../../../core/events/events.ts';
import { emit } from '../../../core/events/outbox.ts';
import { sessionEnded } from '../../../core/http/sessions.ts';
import { newId } from '../../../core/ids.ts';
import { lockUser } from '../accounts/users.queries.ts';
import { acceptCode, removeApp } from './authenticator-app.service.ts';
import type { FactorSettings } from './factor-settings.ts';
import { listMethods } from './factors.queries.ts';
import { addPasskey, removePasskey } from './passkeys.service.ts';
import { removeRecoveryCodes, renewRecoveryCodes } from './recovery-codes.service.ts';

/** Completes the setup of an authenticator app. @returns recovery codes if the user has none. @throws AppError invalid */
export function confirmApp(
  em: EntityManager,
  { secrets }: FactorSettings,
  userId: string,
  { code }: AppCodeInput,
): Promise<string[] | null> {
  return changeFactors(em, userId, 'appAdded', async (em) => {
    await acceptCode(em, secrets, { userId, code, isNew: true });
    return missingRecoveryCodes(em, userId);
  });
}

/** Adds a passkey. @returns recovery codes if the user has none. @throws AppError invalid, conflict */
export function confirmPasskey(
  em: EntityManager,
  settings: FactorSettings,
  userId: string,
  input: NewPasskeyInput,
): Promise<string[] | null> {
  return changeFactors(em, userId, 'passkeyAdded', async (em) => {
    await addPasskey(em, settings, userId, input);
    return missingRecoveryCodes(em, userId);
  });
}

/** Removes a user's authenticator app. @throws AppError notFound */
export function dropApp(em: EntityManager, userId: string): Promise<void> {
  return changeFactors(em, userId, 'appRemoved', async (em) => {
    if (!(await removeApp(em, userId))) throw new AppError('notFound', m.users.noApp());
    await dropUselessCodes(em, userId);
  });
}

/** Removes one of a user's passkeys. @throws AppError notFound */
export function dropPasskey(em: EntityManager, userId: string, passkeyId: string): Promise<void> {
  return changeFactors(em, userId, 'passkeyRemoved', async (em) => {
    if (!(await removePasskey(em, userId, passkeyId))) throw new AppError('notFound', m.users.passkeyNotFound());
    await dropUselessCodes(em, userId);
  });
}

/** Gives a user with a second factor new recovery codes, which replace the old ones. @throws AppError conflict */
export function replaceRecoveryCodes(em: EntityManager, userId: string): Promise<string[]> {
  return changeFactors(em, userId, 'recoveryCodesRenewed', async (em) => {
    const methods = await listMethods(em, userId);
    if (methods.length === 0) throw new AppError('conflict', m.users.addFactorFirst());
    return renewRecoveryCodes(em, userId);
  });
}

/** Runs a change of a user's factors, one at a time, and notifies the user by email. */
function changeFactors<T>(
  em: EntityManager,
  userId: string,
  change: SecondFactorChange,
  work: (em: EntityManager) => Promise<T>,
): Promise<T> {
  return em.transactional(async (em) => {
    if ((await lockUser(em, userId)) === null) throw sessionEnded();
    const result = await work(em);
    announce(em, userId, change);
    return result;
  });
}

/** Tells a user by email that their factors have changed. */
export function announce(em: EntityManager, userId: string, change: SecondFactorChange): void {
  emit(em, 'user.secondFactorsChanged', { userId, change, noticeId: newId() });
}

async function missingRecoveryCodes(em: EntityManager, userId: string): Promise<string[] | null> {
  const methods = await listMethods(em, userId);
  return methods.includes('recoveryCode') ? null : renewRecoveryCodes(em, userId);
}

async function dropUselessCodes(em: EntityManager, userId: string): Promise<void> {
  const methods = await listMethods(em, userId);
  if (methods.every((method) => method === 'recoveryCode')) await removeRecoveryCodes(em, userId);
}
