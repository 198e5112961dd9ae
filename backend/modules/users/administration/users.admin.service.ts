import { LockMode } from '@mikro-orm/core';
import { type Capability, can, mayEdit } from '#contract/capabilities.ts';
import type { AdminUserInput } from '#contract/users.input.ts';
import { type AdminUserView, CANNOT_DELETE_ADMIN, isAdmin, type Role } from '#contract/users.ts';
import { type Actor, audit, changesBetween } from '../../../core/audit/audit.ts';
import { type EntityManager, inFreshTransaction } from '../../../core/database/db.ts';
import type { Lookup } from '../../../core/database/lookup.ts';
import { AppError } from '../../../core/errors.ts';
import { emit } from '../../../core/events/outbox.ts';
import { notAllowed } from '../../../core/http/http.ts';
import { sessionEnded } from '../../../core/http/sessions.ts';
import { newId } from '../../../core/ids.ts';
import type { Storage } from '../../../core/storage/storage.ts';
import { removePictureFiles } from '../../pictures/picture-files.ts';
import { removePictures } from '../../pictures/pictures.service.ts';
import { User } from '../accounts/user.entity.ts';
import { refuseMisleading } from '../accounts/usernames.ts';
import { presentAdminUser } from '../accounts/users.present.ts';
import { type AdminUserRow, findAdminUser } from '../accounts/users.queries.ts';
import { catchTakenUsername, USER_NOT_FOUND } from '../accounts/users.service.ts';
import { db } from '../accounts/users.tables.ts';
import { cancelPasswordReset } from '../passwords/passwords.service.ts';
import { endAllSessions } from '../sessions/sessions.service.ts';

const OWNERS_ONLY = 'Only owners may do this';

/** Data about users from other modules: the ids of the products they rated, and the number of their orders. */
export type UserLookups = { votedFor: Lookup<string[]>; orderCounts: Lookup<number> };

/** Users as the API shows them to admins. */
export async function viewUsers(
  em: EntityManager,
  lookups: UserLookups,
  rows: AdminUserRow[],
): Promise<AdminUserView[]> {
  return rows.map(await presenterOf(em, lookups, rows));
}

/** Presents any of these users. */
async function presenterOf(em: EntityManager, { votedFor, orderCounts }: UserLookups, rows: AdminUserRow[]) {
  const ids = rows.map(({ id }) => id);
  const [rated, counts] = await Promise.all([votedFor(em, ids), orderCounts(em, ids)]);
  return (row: AdminUserRow) => presentAdminUser(row, rated.get(row.id) ?? [], counts.get(row.id) ?? 0);
}

/** A user by id, or by email in any case, as the API shows them to admins. @throws AppError notFound */
export async function viewAdminUser(
  em: EntityManager,
  lookups: UserLookups,
  which: { id: string } | { email: string },
): Promise<AdminUserView> {
  const user = await getAdminUser(em, which);
  const present = await presenterOf(em, lookups, [user]);
  return present(user);
}

/** A user by id, or by email in any case. @throws AppError notFound */
async function getAdminUser(em: EntityManager, which: { id: string } | { email: string }): Promise<AdminUserRow> {
  const user = await findAdminUser(em, which);
  if (user === undefined) throw new AppError('notFound', USER_NOT_FOUND);
  return user;
}

/**
 * Edits the user with an email; absent fields keep their values. Ends the sessions of a user who becomes inactive.
 * @throws AppError notFound; conflict if the username is taken; invalid if it misleads; forbidden if the editor's
 * present role doesn't allow it, or if it concerns their own role or activity. So no owner can unmake the last one.
 */
export async function editUser(em: EntityManager, editor: Actor, input: AdminUserInput): Promise<void> {
  const { email, status, ...fields } = input;
  const { id } = await getAdminUser(em, { email });
  const values = { ...fields, active: status };
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  await catchTakenUsername(() =>
    inFreshTransaction(em, async (em) => {
      const { user, role } = await lockWithEditor(em, editor, id, 'users.edit');
      const before = auditedFields(user);
      await refuseMisleading(em, input.username, user);
      em.assign(user, given);
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
}

/** @throws AppError forbidden if users would deactivate themselves or change their own role */
function requireKeptAccess(role: Role, own: User): void {
  if (own.active && own.role === role) return;
  throw new AppError('forbidden', "You can't deactivate yourself or change your own role");
}

/** @throws AppError forbidden */
export function requireMayEdit(role: Role, from: Role, to: Role = from): void {
  if (mayEdit(role, from, to)) return;
  throw isAdmin(role) ? new AppError('forbidden', OWNERS_ONLY) : notAllowed(role);
}

function auditedFields({ active, ...user }: User) {
  const { username, firstName, lastName, gender, address, city, postCode, phoneNumber, role } = user;
  const status = active ? 'Active' : 'Inactive';
  return { username, firstName, lastName, gender, address, city, postCode, phoneNumber, status, role };
}

/**
 * Deletes a user with their sessions, reset requests and pictures. Their comments keep the name; ratings and orders stay
 * without the user.
 * @throws AppError notFound; forbidden for an admin
 */
export async function deleteUser(em: EntityManager, storage: Storage, editor: Actor, userId: string): Promise<void> {
  const pictures = await inFreshTransaction(em, async (em) => {
    const { user } = await lockWithEditor(em, editor, userId, 'users.delete');
    if (isAdmin(user.role)) throw new AppError('forbidden', CANNOT_DELETE_ADMIN);
    audit(em, editor, { action: 'user.deleted', subjectId: userId, subjectName: user.username });
    await cancelPasswordReset(em, user.email);
    const pictures = await removePictures(em, { kind: 'user', id: userId });
    await db(em).deleteFrom('userAccount').where('id', '=', userId).execute();
    return pictures;
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
  if (user === undefined) throw new AppError('notFound', USER_NOT_FOUND);
  return { user, role: editor.role };
}
