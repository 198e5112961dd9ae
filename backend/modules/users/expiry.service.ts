import { sql } from 'kysely';
import type { EntityManager } from '../../core/db.ts';
import { db } from './users.tables.ts';

/** Removes expired sessions, and requests to reset a password whose tokens have expired. */
export async function removeExpired(em: EntityManager): Promise<void> {
  await db(em).deleteFrom('session').where('expiresAt', '<=', sql<string>`now()`).execute();
  // A request has no token until its job has run, and the mail server may be away for a while.
  await db(em)
    .deleteFrom('passwordResetRequest')
    .where(sql<string>`coalesce(expires_at, created_at + interval '1 day')`, '<=', sql<string>`now()`)
    .execute();
}
