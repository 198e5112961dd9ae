import type { PasskeyLoginInput, SecondFactorInput } from '#contract/users/factors.input.ts';
import type { PasskeyOptions, SecondStepView } from '#contract/users/factors.ts';
import { m } from '#messages';
import type { EntityManager } from '../../../core/database/db.ts';
import { AppError } from '../../../core/errors.ts';
import { logins } from '../../../core/observability/metrics.ts';
import { db } from '../accounts/users.tables.ts';
import { type Client, lockAuthenticated, openSession, type StartedSession } from '../sessions/sessions.service.ts';
import { newChallenge, takeChallenge, userOfChallenge } from './challenges.service.ts';
import type { CodeLimiter } from './code-limiter.ts';
import type { FactorSettings } from './factor-settings.ts';
import { listMethods } from './factors.queries.ts';
import { announce } from './factors.service.ts';
import { acceptPasskey, passkeyRequest } from './passkeys.service.ts';
import { acceptProof } from './proofs.ts';

const loginExpired = () => new AppError('unauthenticated', m.users.loginExpired());

/**
 * Asks for a second factor of a user whose password, hashed as `passwordHash`, has just been checked.
 * @returns null if the user has none
 * @throws AppError unauthenticated if the password has changed or the user has become inactive meanwhile
 */
export async function beginSecondStep(
  em: EntityManager,
  settings: FactorSettings,
  { id: userId, passwordHash }: { id: string; passwordHash: string },
): Promise<SecondStepView | null> {
  const methods = await listMethods(em, userId);
  if (methods.length === 0) return null;
  const challenge = await em.transactional(async (em) => {
    await lockAuthenticated(em, userId, passwordHash);
    return newChallenge(em, 'secondStep', userId);
  });
  const passkey = methods.includes('passkey') ? await passkeyRequest(em, settings, { challenge, userId }) : null;
  return { challenge, methods, passkey };
}

/**
 * Completes a login with a second factor. A wrong one leaves the challenge valid; of two right ones at once, one succeeds.
 * @throws AppError unauthenticated if the challenge is unknown, used or expired; invalid; tooMany
 */
export async function completeSecondStep(
  em: EntityManager,
  settings: FactorSettings,
  limiter: CodeLimiter,
  { challenge, ...proof }: SecondFactorInput,
  client: Client,
): Promise<StartedSession> {
  const userId = await userOfChallenge(em, 'secondStep', challenge);
  if (userId === null) throw loginExpired();
  const signIn = () =>
    em.transactional(async (em) => {
      await lockAuthenticated(em, userId);
      if (!(await takeChallenge(em, 'secondStep', challenge, userId))) throw loginExpired();
      const method = await acceptProof(em, settings, { ...proof, challenge, userId });
      if (method === 'recoveryCode') announce(em, userId, 'recoveryCodeUsed');
      return openSession(em, userId, client);
    });
  const token = proof.code ? await limiter.attempt(userId, signIn) : await signIn();
  logins.inc({ result: 'succeeded' });
  return { token, userId };
}

/** Starts a login by passkey alone. */
export async function beginPasskeyLogin(em: EntityManager, settings: FactorSettings): Promise<PasskeyOptions> {
  const challenge = await newChallenge(em, 'passkeyLogin');
  return passkeyRequest(em, settings, { challenge, userId: null });
}

/**
 * Logs in by a passkey that has verified its user, which makes it two factors in one.
 * @throws AppError unauthenticated if the challenge is unknown, used or expired; invalid; forbidden if the user is inactive
 */
export async function logInByPasskey(
  em: EntityManager,
  settings: FactorSettings,
  { challenge, passkey }: PasskeyLoginInput,
  client: Client,
): Promise<StartedSession> {
  const session = await em.transactional(async (em) => {
    if (!(await takeChallenge(em, 'passkeyLogin', challenge, null))) throw loginExpired();
    const userId = await acceptPasskey(em, settings, { challenge, passkey, userId: null });
    await requireActive(em, userId);
    return { userId, token: await openSession(em, userId, client) };
  });
  logins.inc({ result: 'succeeded' });
  return session;
}

/** The lock makes a deactivation wait, so that it ends the session that begins. */
async function requireActive(em: EntityManager, userId: string): Promise<void> {
  const account = await db(em)
    .selectFrom('userAccount')
    .select('active')
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst();
  if (!account?.active) throw new AppError('forbidden', m.users.inactive());
}
