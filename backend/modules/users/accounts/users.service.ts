import type { SecondStepView } from '#contract/users/factors.ts';
import type { LoginInput, RegisterInput } from '#contract/users/users.input.ts';
import type { UserView } from '#contract/users/users.ts';
import { currentCode, m } from '#messages';
import { type EntityManager, isUniqueViolation, refuseDuplicate } from '../../../core/database/db.ts';
import { isoDate } from '../../../core/database/iso-date.ts';
import type { Lookup } from '../../../core/database/lookup.ts';
import { isSameName } from '../../../core/database/names.ts';
import { AppError } from '../../../core/errors.ts';
import { emit } from '../../../core/events/outbox.ts';
import { newId } from '../../../core/ids.ts';
import { logins } from '../../../core/observability/metrics.ts';
import type { FactorSettings } from '../factors/factor-settings.ts';
import { beginSecondStep } from '../factors/second-step.service.ts';
import { refuseGuessable } from '../passwords/password-rules.ts';
import { hashPassword, verifyPassword } from '../passwords/passwords.ts';
import { type Client, type StartedSession, startSession } from '../sessions/sessions.service.ts';
import { requestVerification } from '../verification/email-verification.service.ts';
import { User } from './user.entity.ts';
import { refuseMisleading } from './usernames.ts';
import { findUser, type UserRow } from './users.queries.ts';
import { db, emailIs } from './users.tables.ts';

/**
 * Registers an active user without the admin role, whose email is not verified.
 * @throws AppError conflict if the email or the username is taken, in any case (see nameKey); invalid if the username misleads or the
 * password is easy to guess
 */
export async function register(
  em: EntityManager,
  shopName: string,
  { email, username, password }: RegisterInput,
): Promise<void> {
  await refuseGuessable('password', password, { email, username, shopName });
  await throwIfTaken(em, email, username);
  await refuseMisleading(em, username, null);
  const passwordHash = await hashPassword(password);
  try {
    await em.transactional(async (em) => {
      const { id } = em.create(User, { id: newId(), email, username, passwordHash, language: currentCode() });
      emit(em, 'user.registered', { userId: id });
      requestVerification(em, id);
    });
  } catch (error) {
    // A concurrent registration came first: check again which of the two it took.
    if (isUniqueViolation(error)) await throwIfTaken(em, email, username);
    throw error;
  }
}

async function throwIfTaken(em: EntityManager, email: string, username: string): Promise<void> {
  const taken = await db(em)
    .selectNoFrom(({ exists, selectFrom }) => [
      exists(selectFrom('userAccount').select('id').where(emailIs(email))).as('email'),
      exists(selectFrom('userAccount').select('id').where(isSameName('username', username))).as('username'),
    ])
    .executeTakeFirstOrThrow();
  if (taken.email) throw new AppError('conflict', m.users.emailTaken());
  if (taken.username) throw new AppError('conflict', m.users.usernameTaken());
}

/** Runs a change that may rename a user. @throws AppError conflict if the username is taken; see nameKey */
export function catchTakenUsername(change: () => Promise<void>): Promise<void> {
  return refuseDuplicate('user_account_username_unique', m.users.usernameTaken(), change);
}

/** A new session, or what is left to do for it. */
type Login = StartedSession | { secondFactor: SecondStepView };

/**
 * Logs a user in, or asks for their second factor. An unknown email takes as long as a wrong password.
 * @throws AppError unauthenticated; forbidden if the password is right but the user inactive
 */
export async function logIn(
  em: EntityManager,
  factors: FactorSettings,
  input: LoginInput,
  client: Client,
): Promise<Login> {
  const account = await db(em)
    .selectFrom('userAccount')
    .select(['id', 'passwordHash', 'active'])
    .where(emailIs(input.email))
    .executeTakeFirst();
  const matches = await verifyPassword(account?.passwordHash ?? null, input.password);
  if (account === undefined || !matches) {
    logins.inc({ result: 'failed' });
    throw new AppError('unauthenticated', m.users.wrongCredentials());
  }
  if (!account.active) throw new AppError('forbidden', m.users.inactive());
  const secondFactor = await beginSecondStep(em, factors, account);
  if (secondFactor !== null) return { secondFactor };
  const token = await startSession(em, account.id, account.passwordHash, client);
  logins.inc({ result: 'succeeded' });
  return { token, userId: account.id };
}

/**
 * Requests a warning to the owner of an email whose password strangers guess at. Does the same for every email, in the same
 * time, so that responses don't reveal which emails have an account.
 */
export async function warnOfLoginAttack(em: EntityManager, email: string): Promise<void> {
  const owner = await db(em).selectFrom('userAccount').select('id').where(emailIs(email)).executeTakeFirst();
  await em.transactional(async (em) => {
    emit(em, 'user.loginAttacked', { userId: owner?.id ?? newId(), warningId: newId() });
  });
}

/** A user as the API shows it. @throws AppError notFound */
export async function viewUser(em: EntityManager, votedFor: Lookup<string[]>, userId: string): Promise<UserView> {
  const user = await findUser(em, userId);
  if (user === undefined) throw new AppError('notFound', m.users.notFound());
  const rated = await votedFor(em, [userId]);
  return presentUser(user, rated.get(userId));
}

/** A user as the API shows it. @param votedFor the ids of the products that they rated */
export function presentUser({ id, verifiedAt, ...user }: UserRow, votedFor: string[] = []): UserView {
  return { _id: id, ...user, verifiedAt: verifiedAt && isoDate(verifiedAt), votedFor };
}
