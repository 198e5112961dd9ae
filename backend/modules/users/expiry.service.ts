import type { EntityManager } from '../../core/db.ts';

/** Removes sessions that have ended by themselves, and requests to reset a password whose tokens no longer work. */
export async function removeExpired(em: EntityManager): Promise<void> {
  await em.execute('delete from session where expires_at <= now()');
  // A request has no token, and so no end, until its job has run: a mail server may be away for a while.
  await em.execute(
    "delete from password_reset_request where coalesce(expires_at, created_at + interval '1 day') <= now()",
  );
}
