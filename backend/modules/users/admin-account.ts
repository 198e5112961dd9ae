import { randomBytes } from 'node:crypto';
import type { EntityManager } from '../../core/db.ts';
import { newId } from '../../core/ids.ts';
import { hashPassword } from './passwords.ts';

/** `notAdmin`: the email belongs to somebody who is no admin, and who is left as they are. */
type AdminAccount = 'created' | 'exists' | 'notAdmin';

/**
 * Makes an admin of this email unless there is a user of it. That user is never changed: a password that was changed
 * since, or the role that another admin took away, is not brought back by a restart. Two at once make one.
 */
export async function ensureAdmin(
  em: EntityManager,
  { email, password }: { email: string; password: string },
): Promise<AdminAccount> {
  const existing = await findRole(em, email);
  if (existing !== null) return existing === 'admin' ? 'exists' : 'notAdmin';
  const passwordHash = await hashPassword(password);
  // Anybody may have taken the username that an admin would expect.
  for (const username of ['admin', `admin-${randomBytes(4).toString('hex')}`]) {
    const created = await em.execute<unknown[]>(
      `insert into user_account (id, email, username, password_hash, role) values (?, ?, ?, ?, 'admin')
       on conflict do nothing returning id`,
      [newId(), email, username, passwordHash],
    );
    if (created.length > 0) return 'created';
    const faster = await findRole(em, email);
    if (faster !== null) return faster === 'admin' ? 'exists' : 'notAdmin';
  }
  throw new Error('No username is free for the admin');
}

async function findRole(em: EntityManager, email: string): Promise<string | null> {
  const [user] = await em.execute<{ role: string }[]>('select role from user_account where lower(email) = lower(?)', [
    email,
  ]);
  return user?.role ?? null;
}
