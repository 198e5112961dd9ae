import { LockMode } from '@mikro-orm/core';
import { type Capability, can, mayEdit } from '#contract/users/capabilities.ts';
import type { AdminUserInput } from '#contract/users/users.input.ts';
import { type AdminUserView, isAdmin, type Role } from '#contract/users/users.ts';
import { m } from '#messages';
import { type Actor, audit, changesBetween } from '../../../core/audit/audit.ts';
import { type EntityManager, inFreshTransaction } from '../../../core/database/db.ts';
import { isoDate } from '../../../core/database/iso-date.ts';
import type { Lookup } from '../../../core/database/lookup.ts';
import { AppError } from '../../../core/errors.ts';
import { emit } from '../../../core/events/outbox.ts';
import { notAllowed } from '../../../core/http/http.ts';
import { sessionEnded } from '../../../core/http/sessions.ts';
import { newId } from '../../../core/ids.ts';
import type { Storage } from '../../../core/storage/storage.ts';
import { removePictureFiles } from '../../pictures/picture-files.ts';
import { type ForgetEmail, removeUser } from '../accounts/account.service.ts';
import { User } from '../accounts/user.entity.ts';
import { refuseMisleading } from '../accounts/usernames.ts';
import { readAdminUsers } from '../accounts/users.queries.ts';
import { catchTakenUsername, presentUser } from '../accounts/users.service.ts';
import { db, emailIs } from '../accounts/users.tables.ts';
import { endAllSessions } from '../sessions/sessions.service.ts';

/** Data about users from other modules: the ids of the products they rated, and the number of their orders. */
export type UserLookups = { votedFor: Lookup<string[]>; orderCounts: Lookup<number> };

/** Users as the API shows them to admins. */
export async function viewUsers(
  em: EntityManager,
  { votedFor, orderCounts }: UserLookups,
  ids: readonly string[],
): Promise<AdminUserView[]> {
  const [rows, rated, counts] = await Promise.all([readAdminUsers(em, ids), votedFor(em, ids), orderCounts(em, ids)]);
  return rows.map(({ createdAt, hasSecondFactor, ...user }) => ({
    ...presentUser(user, rated.get(user.id)),
    orderCount: counts.get(user.id) ?? 0,
    hasSecondFactor,
    date: isoDate(createdAt),
  }));
}

/** @throws AppError notFound */
export async function viewAdminUser(em: EntityManager, lookups: UserLookups, id: string): Promise<AdminUserView> {
  const [user] = await viewUsers(em, lookups, [id]);
  if (user === undefined) throw new AppError('notFound', m.users.notFound());
  return user;
}

/**
 * Edits the user with an email, in any case; absent fields keep their values. Ends the sessions of a user who becomes
 * inactive.
 * @returns the user's id
 * @throws AppError notFound; conflict if the username is taken; invalid if it misleads; forbidden if the editor's
 * present role doesn't allow it, or if it concerns their own role or activity. So no owner can unmake the last one.
 */
export async function editUser(em: EntityManager, editor: Actor, input: AdminUserInput): Promise<string> {
  const { email, status, ...fields } = input;
  const found = await db(em).selectFrom('userAccount').select('id').where(emailIs(email)).executeTakeFirst();
  if (found === undefined) throw new AppError('notFound', m.users.notFound());
  const { id } = found;
  await catchTakenUsername(() =>
    inFreshTransaction(em, async (em) => {
      const { user, role } = await lockWithEditor(em, editor, id, 'users.edit');
      const before = auditedFields(user);
      await refuseMisleading(em, input.username, user);
      em.assign(user, { ...fields, active: status }, { ignoreUndefined: true });
      if (id === editor.userId) requireKeptAccess(before.role, user);
      requireMayEdit(role, before.role, user.role);
      const changes = changesBetween(before, auditedFields(user));
      if (Object.keys(changes).length === 0) return;
      audit(em, editor, { action: 'user.edited', subjectId: id, subjectName: before.username, changes });
      if (changes.role) emit(em, 'user.roleChanged', { userId: id, noticeId: newId(), role: user.role });
      await em.flush();
      if (!user.active) await endAllSessions(em, id);
    }),
  );
  return id;
}

/** @throws AppError forbidden if users would deactivate themselves or change their own role */
function requireKeptAccess(role: Role, own: User): void {
  if (own.active && own.role === role) return;
  throw new AppError('forbidden', m.users.keepOwnAccess());
}

/** @throws AppError forbidden */
export function requireMayEdit(role: Role, from: Role, to: Role = from): void {
  if (mayEdit(role, from, to)) return;
  throw isAdmin(role) ? new AppError('forbidden', m.users.ownersOnly()) : notAllowed(role);
}

function auditedFields({ active, ...user }: User) {
  const { username, firstName, lastName, gender, address, city, postCode, phoneNumber, role } = user;
  const status = active ? 'Active' : 'Inactive';
  return { username, firstName, lastName, gender, address, city, postCode, phoneNumber, status, role };
}

/** Deletes a user; see removeUser. @throws AppError notFound; forbidden for an admin */
export async function deleteUser(
  em: EntityManager,
  { storage, forget }: { storage: Storage; forget: ForgetEmail },
  editor: Actor,
  userId: string,
): Promise<void> {
  const pictures = await inFreshTransaction(em, async (em) => {
    const { user } = await lockWithEditor(em, editor, userId, 'users.delete');
    audit(em, editor, { action: 'user.deleted', subjectId: userId, subjectName: user.username });
    return removeUser(em, forget, user);
  });
  await removePictureFiles(storage, pictures);
}

/**
 * Locks a user and the editor, in a fixed order. The editor keeps their role until the transaction ends, so two admins can't
 * demote each other.
 * @returns the user, and the editor's present role
 */
export async function lockWithEditor(
  em: EntityManager,
  { userId: editorId }: Actor,
  userId: string,
  capability: Capability,
): Promise<{ user: User; role: Role }> {
  const locked = await em.find(
    User,
    { id: { $in: [editorId, userId] } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  );
  const editor = locked.find(({ id }) => id === editorId);
  if (!editor?.active) throw sessionEnded();
  if (!can(editor.role, capability)) throw notAllowed(editor.role);
  const user = locked.find(({ id }) => id === userId);
  if (user === undefined) throw new AppError('notFound', m.users.notFound());
  return { user, role: editor.role };
}
