import { LockMode } from '@mikro-orm/core';
import type { AdminUserInput } from '#contract/users.input.ts';
import { type AdminUserView, CANNOT_DELETE_ADMIN } from '#contract/users.ts';
import { type Actor, audit, changesBetween } from '../../core/audit.ts';
import { type EntityManager, inFreshTransaction } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { ADMINS_ONLY } from '../../core/http.ts';
import type { Lookup } from '../../core/lookup.ts';
import type { Storage } from '../../core/storage.ts';
import { removePictureFiles } from '../pictures/picture-files.ts';
import { removePictures } from '../pictures/pictures.service.ts';
import { cancelPasswordReset } from './passwords.service.ts';
import { endAllSessions } from './sessions.service.ts';
import { User } from './user.entity.ts';
import { presentAdminUser } from './users.present.ts';
import { type AdminUserRow, findAdminUser } from './users.queries.ts';
import { catchTakenUsername, USER_NOT_FOUND } from './users.service.ts';
import { db } from './users.tables.ts';

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
 * @throws AppError notFound; conflict if the username is taken; forbidden if admins deactivate or demote themselves, or
 * have been deactivated or demoted meanwhile
 */
export async function editUser(em: EntityManager, admin: Actor, input: AdminUserInput): Promise<void> {
  const { email, status, ...fields } = input;
  const { id } = await getAdminUser(em, { email });
  const values = { ...fields, active: status };
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  await catchTakenUsername(() =>
    inFreshTransaction(em, async (em) => {
      const user = await lockForAdmin(em, admin, id);
      const before = auditedFields(user);
      em.assign(user, given);
      if (user.id === admin.userId && !isActiveAdmin(user)) {
        throw new AppError('forbidden', "You can't deactivate yourself or remove your own admin role");
      }
      const changes = changesBetween(before, auditedFields(user));
      if (Object.keys(changes).length === 0) return;
      audit(em, admin, { action: 'user.edited', subjectId: id, subjectName: before.username, changes });
      await em.flush();
      if (!user.active) await endAllSessions(em, id);
    }),
  );
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
export async function deleteUser(em: EntityManager, storage: Storage, admin: Actor, userId: string): Promise<void> {
  const pictures = await inFreshTransaction(em, async (em) => {
    const user = await lockForAdmin(em, admin, userId);
    if (user.role === 'admin') throw new AppError('forbidden', CANNOT_DELETE_ADMIN);
    audit(em, admin, { action: 'user.deleted', subjectId: userId, subjectName: user.username });
    await cancelPasswordReset(em, user.email);
    const pictures = await removePictures(em, { kind: 'user', id: userId });
    await db(em).deleteFrom('userAccount').where('id', '=', userId).execute();
    return pictures;
  });
  await removePictureFiles(storage, pictures);
}

/**
 * Locks a user and the acting admin, in a fixed order. The admin stays one until the transaction ends, so two admins
 * can't demote each other.
 */
async function lockForAdmin(em: EntityManager, { userId: adminId }: Actor, userId: string): Promise<User> {
  const locked = await em.find(
    User,
    { id: { $in: [adminId, userId] } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  );
  const admin = locked.find(({ id }) => id === adminId);
  if (admin === undefined || !isActiveAdmin(admin)) throw new AppError('forbidden', ADMINS_ONLY);
  const user = locked.find(({ id }) => id === userId);
  if (user === undefined) throw new AppError('notFound', USER_NOT_FOUND);
  return user;
}

function isActiveAdmin({ active, role }: User): boolean {
  return active && role === 'admin';
}
