import type { EntityManager } from '../../../core/database/db.ts';
import { emit } from '../../../core/events/outbox.ts';
import { newId } from '../../../core/ids.ts';
import { db, emailIs } from '../accounts/users.tables.ts';

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
