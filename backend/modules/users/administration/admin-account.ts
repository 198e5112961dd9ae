import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { NIL } from 'uuid';
import { isAdmin } from '#contract/users/users.ts';
import { audit } from '../../../core/audit/audit.ts';
import { type EntityManager, inFreshTransaction } from '../../../core/database/db.ts';
import { newId } from '../../../core/ids.ts';
import { StartError } from '../../../core/process/start.ts';
import { db, emailIs } from '../accounts/users.tables.ts';
import { whyGuessable } from '../passwords/password-rules.ts';
import { hashPassword, verifyPassword } from '../passwords/passwords.ts';

/** `notAdmin`: the email belongs to a user who is not an admin; nothing changes. */
type AdminAccount = 'created' | 'exists' | 'notAdmin';

/**
 * Creates an admin, whose email counts as verified, unless the email belongs to a user. An existing user never changes, so
 * a restart restores neither an old password nor a revoked role. Concurrent calls create one admin.
 * @param shopName refuses a password that is easy to guess, such as this name; null to accept any
 * @throws StartError
 */
export async function ensureAdmin(
  em: EntityManager,
  { email, password }: { email: string; password: string },
  shopName: string | null = null,
): Promise<AdminAccount> {
  const existing = await findAccount(em, email);
  if (existing !== undefined) return isAdmin(existing.role) ? 'exists' : 'notAdmin';
  const reason = shopName === null ? null : await whyGuessable(password, { email, username: 'admin', shopName });
  if (reason !== null) throw new StartError(`ADMIN_PASSWORD: ${reason}`);
  const passwordHash = await hashPassword(password);
  // A user may have taken the first username.
  for (const username of ['admin', `admin-${randomBytes(4).toString('hex')}`]) {
    const created = await db(em)
      .insertInto('userAccount')
      .values({ id: newId(), email, username, passwordHash, role: 'admin', verifiedAt: sql`now()` })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (created !== undefined) return 'created';
    const faster = await findAccount(em, email);
    if (faster !== undefined) return isAdmin(faster.role) ? 'exists' : 'notAdmin';
  }
  throw new Error('No username is free for the admin');
}

type Appointment = 'appointed' | 'isOwner' | 'unknown' | 'inactive';

/** Whoever runs a program on the server. */
const OPERATOR = { userId: NIL, username: 'Operator of the server' };

/** Makes the user with an email an owner. For the operator of the server: in the dashboard, only owners can. */
export async function appointOwner(em: EntityManager, email: string): Promise<Appointment> {
  return inFreshTransaction(em, async (em) => {
    const user = await db(em)
      .selectFrom('userAccount')
      .select(['id', 'username', 'role', 'active'])
      .where(emailIs(email))
      .forUpdate()
      .executeTakeFirst();
    if (user === undefined) return 'unknown';
    if (!user.active) return 'inactive';
    if (user.role === 'owner') return 'isOwner';
    await db(em).updateTable('userAccount').set({ role: 'owner' }).where('id', '=', user.id).execute();
    const changes = { role: { from: user.role, to: 'owner' } };
    audit(em, OPERATOR, { action: 'user.edited', subjectId: user.id, subjectName: user.username, changes });
    return 'appointed';
  });
}

/** Whether an admin of this email has this password. */
export async function isAdminPassword(em: EntityManager, email: string, password: string): Promise<boolean> {
  const account = await findAccount(em, email);
  return account !== undefined && isAdmin(account.role) && verifyPassword(account.passwordHash, password);
}

function findAccount(em: EntityManager, email: string) {
  return db(em).selectFrom('userAccount').select(['role', 'passwordHash']).where(emailIs(email)).executeTakeFirst();
}
