import { m } from '#messages';
import { type Actor, audit } from '../../../core/audit/audit.ts';
import { type EntityManager, inFreshTransaction } from '../../../core/database/db.ts';
import { AppError } from '../../../core/errors.ts';
import { db } from '../accounts/users.tables.ts';
import { lockWithEditor, requireMayEdit } from '../administration/users.admin.service.ts';
import { removeApp } from './authenticator-app.service.ts';
import { announce } from './factors.service.ts';
import { removeRecoveryCodes } from './recovery-codes.service.ts';

/**
 * Turns a user's two-step login off, for one who has lost their phone and their codes, and notifies them by email.
 * @throws AppError notFound; conflict if it is off; forbidden if the editor's present role doesn't allow it
 */
export async function removeSecondFactors(em: EntityManager, editor: Actor, userId: string): Promise<void> {
  await inFreshTransaction(em, async (em) => {
    const { user, role } = await lockWithEditor(em, editor, userId, 'users.edit');
    requireMayEdit(role, user.role);
    const hadApp = await removeApp(em, userId);
    const passkeys = await db(em).deleteFrom('passkey').where('userId', '=', userId).returning('id').execute();
    await removeRecoveryCodes(em, userId);
    if (!hadApp && passkeys.length === 0) throw new AppError('conflict', m.users.twoStepAlreadyOff());
    audit(em, editor, { action: 'user.secondFactorsRemoved', subjectId: userId, subjectName: user.username });
    announce(em, userId, 'removedByAdmin');
  });
}
