import { NIL } from 'uuid';
import { audit } from '../../../core/audit/audit.ts';
import { type EntityManager, inFreshTransaction } from '../../../core/database/db.ts';
import { db, emailIs } from '../accounts/users.tables.ts';

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
