import { sql } from 'kysely';
import type { ReauthenticationInput } from '#contract/users/factors.input.ts';
import type { ReauthenticationView } from '#contract/users/factors.ts';
import { m } from '#messages';
import type { EntityManager } from '../../../core/database/db.ts';
import { invalid } from '../../../core/errors.ts';
import type { Caller } from '../../../core/http/http.ts';
import { sessionEnded } from '../../../core/http/sessions.ts';
import { db } from '../accounts/users.tables.ts';
import { requireOwnPassword } from '../passwords/passwords.ts';
import { newChallenge, takeChallenge } from './challenges.service.ts';
import type { FactorSettings } from './factor-settings.ts';
import { listMethods } from './factors.queries.ts';
import { passkeyRequest } from './passkeys.service.ts';
import { acceptProof } from './proofs.ts';

/** The ways in which a user can authenticate again, besides the password. */
export async function beginReauthentication(
  em: EntityManager,
  settings: FactorSettings,
  userId: string,
): Promise<ReauthenticationView> {
  const methods = (await listMethods(em, userId)).filter((method) => method !== 'recoveryCode');
  if (!methods.includes('passkey')) return { methods, passkey: null };
  const challenge = await newChallenge(em, 'reauthentication', userId);
  return { methods, passkey: await passkeyRequest(em, settings, { challenge, userId }) };
}

/** Authenticates a session again, with the password. @throws AppError invalid */
export async function reauthenticateByPassword(em: EntityManager, caller: Caller, password: string): Promise<void> {
  await requireOwnPassword(em, caller.userId, password, { password: m.users.wrongPassword() });
  await renew(em, caller);
}

/** Authenticates a session again, with a code or a passkey. @throws AppError invalid */
export async function reauthenticateByFactor(
  em: EntityManager,
  settings: FactorSettings,
  caller: Caller,
  { code, passkey, challenge = '' }: Omit<ReauthenticationInput, 'password'>,
): Promise<void> {
  const { userId } = caller;
  await em.transactional(async (em) => {
    const isCurrent = !passkey || (await takeChallenge(em, 'reauthentication', challenge, userId));
    if (!isCurrent) throw invalid({ challenge: m.users.requestExpired() });
    await acceptProof(em, settings, { userId, challenge, code, passkey });
    await renew(em, caller);
  });
}

async function renew(em: EntityManager, { tokenHash }: Caller): Promise<void> {
  const renewed = await db(em)
    .updateTable('session')
    .set({ reauthenticatedAt: sql`now()` })
    .where('tokenHash', '=', tokenHash)
    .returning('tokenHash')
    .executeTakeFirst();
  if (renewed === undefined) throw sessionEnded();
}
