import type { EntityManager } from '../backend/core/db.ts';
import { ensureAdmin } from '../backend/modules/users/admin-account.ts';
import { hashPassword } from '../backend/modules/users/passwords.ts';
import { startSession } from '../backend/modules/users/sessions.service.ts';
import { User } from '../backend/modules/users/user.entity.ts';
import { type LoggedIn, PASSWORD } from './api.ts';

let passwordHash: Promise<string> | null = null;

/**
 * Adds a user and logs them in. Takes a tenth of a registration and a login, which hash the password twice and send an
 * email.
 */
export async function addUser(em: EntityManager, username: string): Promise<LoggedIn> {
  passwordHash ??= hashPassword(PASSWORD);
  const user = em.create(User, { username, email: `${username}@example.com`, passwordHash: await passwordHash });
  await em.flush();
  return logInUser(em, user);
}

/** Logs in the admin, whom the first call adds. */
export async function logInAdmin(em: EntityManager): Promise<LoggedIn> {
  const email = 'admin@example.com';
  await ensureAdmin(em, { email, password: 'admin password' });
  return logInUser(em, await em.findOneOrFail(User, { email }));
}

async function logInUser(em: EntityManager, { id, email, username, passwordHash }: User): Promise<LoggedIn> {
  const token = await startSession(em, id, passwordHash, { userAgent: '', address: '127.0.0.1' });
  return { token, email, username, userId: id };
}
