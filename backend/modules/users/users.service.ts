import { type LoginInput, type RegisterInput, WRONG_CREDENTIALS } from '#contract/users.input.ts';
import { type EntityManager, isUniqueViolation } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { shownPictures } from '../pictures/pictures.queries.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { startSession } from './sessions.service.ts';
import { User } from './user.entity.ts';
import type { UserRow } from './users.present.ts';

export const NO_SUCH_USER = 'There is no such user';

/**
 * Registers an ordinary, active user.
 * @throws AppError conflict if the email or, failing that, the username belongs to somebody, in whatever case
 */
export async function register(em: EntityManager, { email, username, password }: RegisterInput): Promise<void> {
  await refuseTaken(em, email, username);
  const passwordHash = await hashPassword(password);
  try {
    await em.transactional(async (em) => {
      em.create(User, { email, username, passwordHash });
    });
  } catch (error) {
    // Somebody else was faster; the same question now has the answer.
    if (isUniqueViolation(error)) await refuseTaken(em, email, username);
    throw error;
  }
}

async function refuseTaken(em: EntityManager, email: string, username: string): Promise<void> {
  const [taken] = await em.execute<{ email: boolean; username: boolean }[]>(
    `select exists (select from user_account where lower(email) = lower(?)) as email,
       exists (select from user_account where lower(username) = lower(?)) as username`,
    [email, username],
  );
  if (taken?.email) throw new AppError('conflict', 'Email is already registered');
  if (taken?.username) throw new AppError('conflict', 'Username is already taken');
}

/** Runs what may rename a user. @throws AppError conflict if the username belongs to somebody else, in whatever case */
export async function refusingTakenUsername(change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (!isUniqueViolation(error, 'user_account_username_unique')) throw error;
    throw new AppError('conflict', 'Username is already taken', { cause: error });
  }
}

/**
 * Logs a user in. An unknown email takes as long as a wrong password.
 * @returns the token of the new session, and whose it is
 * @throws AppError unauthenticated; forbidden after the right password of an inactive user
 */
export async function logIn(em: EntityManager, input: LoginInput): Promise<{ token: string; user: UserRow }> {
  const [account] = await em.execute<{ id: string; passwordHash: string; active: boolean }[]>(
    'select id, password_hash as "passwordHash", active from user_account where lower(email) = lower(?)',
    [input.email],
  );
  const matches = await verifyPassword(account?.passwordHash ?? null, input.password);
  if (account === undefined || !matches) throw new AppError('unauthenticated', WRONG_CREDENTIALS);
  if (!account.active) throw new AppError('forbidden', 'This account is inactive');
  const token = await startSession(em, account.id, account.passwordHash);
  return { token, user: await findUser(em, account.id) };
}

/** The columns of a UserRow, in SQL, out of userTables; the products that they rated come in the order of the ratings. */
export const USER_COLUMNS = `u.id, u.username, u.email, u.first_name as "firstName", u.last_name as "lastName",
  u.gender, u.city, u.address, u.post_code as "postCode", u.phone_number as "phoneNumber",
  case when picture.is_published then picture.image else '' end as avatar,
  coalesce(picture.image_widths, '{}') as "avatarWidths", coalesce(picture.image_state, 'ready') as "avatarState",
  u.active, u.role,
  array(select product_id::text from rating where user_id = u.id order by created_at, id) as "votedFor"`;

export function userTables(em: EntityManager): string {
  return `(user_account u left join (${shownPictures(em, 'user').compile().sql}) as picture
    on picture.owner_id = u.id and picture.position = 0)`;
}

/** @throws AppError notFound */
export async function findUser(em: EntityManager, userId: string): Promise<UserRow> {
  const [user] = await em.execute<UserRow[]>(`select ${USER_COLUMNS} from ${userTables(em)} where u.id = ?`, [userId]);
  if (user === undefined) throw new AppError('notFound', NO_SUCH_USER);
  return user;
}
