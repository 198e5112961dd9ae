import { sql } from 'kysely';
import type { EntityManager } from '../../../core/database/db.ts';
import { db } from '../accounts/users.tables.ts';

/** Removes expired sessions, challenges, links that verify emails, and password reset requests. */
export async function removeExpired(em: EntityManager): Promise<void> {
  for (const table of ['session', 'authenticationChallenge', 'emailVerification'] as const) {
    await db(em).deleteFrom(table).where('expiresAt', '<=', sql<string>`now()`).execute();
  }
  // A request has no expiry until its job has run, and an outage of the mail server delays the job.
  await db(em)
    .deleteFrom('passwordResetRequest')
    .where(sql<string>`coalesce(expires_at, created_at + interval '1 day')`, '<=', sql<string>`now()`)
    .execute();
}
