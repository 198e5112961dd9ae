import type { UserView } from '#contract/users/users.ts';
import type { EntityManager } from '../../backend/core/database/db.ts';
import { newId } from '../../backend/core/ids.ts';
import { ensureAdmin } from '../../backend/modules/users/administration/admin-account.ts';
import { hashPassword } from '../../backend/modules/users/passwords/passwords.ts';
import { startSession } from '../../backend/modules/users/sessions/sessions.service.ts';
import { type LoggedIn, PASSWORD } from './api.ts';

let passwordHash: Promise<string> | null = null;

/**
 * Adds a user and logs them in, without what a registration and a login cost: they hash the password twice and send an
 * email.
 */
export async function addUser(em: EntityManager, username: string, role: UserView['role'] = 'user'): Promise<LoggedIn> {
  passwordHash ??= hashPassword(PASSWORD);
  const email = `${username}@example.com`;
  await em.execute('insert into user_account (id, username, email, role, password_hash) values (?, ?, ?, ?, ?)', [
    newId(),
    username,
    email,
    role,
    await passwordHash,
  ]);
  return logInUser(em, email);
}

/** Logs in the admin, whom the first call adds. */
export async function logInAdmin(em: EntityManager): Promise<LoggedIn> {
  const email = 'admin@example.com';
  await ensureAdmin(em, { email, password: 'admin password' });
  return logInUser(em, email);
}

async function logInUser(em: EntityManager, email: string): Promise<LoggedIn> {
  const [user] = await em.execute<{ userId: string; username: string; passwordHash: string }[]>(
    `select id as "userId", username, password_hash as "passwordHash" from user_account where email = ?`,
    [email],
  );
  if (user === undefined) throw new Error(`There is no user ${email}`);
  const { userId, username, passwordHash } = user;
  const token = await startSession(em, userId, passwordHash, { userAgent: '', address: '127.0.0.1' });
  return { token, email, username, userId };
}
