import { LockMode } from '@mikro-orm/core';
import type { TableQuery } from '#contract/table.ts';
import type { AdminUserInput } from '#contract/users.input.ts';
import { CANNOT_DELETE_ADMIN, type Role, type UserColumn } from '#contract/users.ts';
import { type Actor, audit, changesBetween } from '../../core/audit.ts';
import { type EntityManager, inFreshTransaction } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { ADMINS_ONLY } from '../../core/http.ts';
import type { Storage } from '../../core/storage.ts';
import { type Condition, pageOf, readTable, type TableSource } from '../../core/table.ts';
import { removePictureFiles } from '../pictures/picture-files.ts';
import { removePictures } from '../pictures/pictures.service.ts';
import { endAllSessions } from './sessions.service.ts';
import { User } from './user.entity.ts';
import type { AdminUserRow } from './users.present.ts';
import { NO_SUCH_USER, refusingTakenUsername, USER_COLUMNS, userTables } from './users.service.ts';

const ADMIN_COLUMNS = `${USER_COLUMNS}, u.created_at as "createdAt",
  (select count(*)::int from shop_order where user_id = u.id) as "orderCount"`;

const users: TableSource<UserColumn> = {
  select: 'u.id',
  from: 'user_account u',
  search: ['u.email', 'u.username', `(u.first_name || ' ' || u.last_name)`],
  columns: {
    email: 'lower(u.email)',
    username: 'lower(u.username)',
    // As it is shown: Active comes before Inactive.
    status: '(not u.active)',
    role: 'u.role',
    added: 'u.created_at',
  },
  id: 'u.id',
};

/** The users that a table shows; `active` and `role` narrow it. */
export async function listUsers(
  em: EntityManager,
  query: TableQuery<UserColumn>,
  { active, role }: { active?: boolean; role?: Role } = {},
): Promise<{ rows: AdminUserRow[]; total: number }> {
  const where: Condition[] = [];
  if (active !== undefined) where.push({ sql: 'u.active = ?', parameters: [active] });
  if (role !== undefined) where.push({ sql: 'u.role = ?', parameters: [role] });
  const { rows: ids, total } = await readTable<{ id: string }, UserColumn>(em, { ...users, where }, query);
  const { sql, parameters } = pageOf(ids);
  const rows = await em.execute<AdminUserRow[]>(
    `select ${ADMIN_COLUMNS} from ${sql} join ${userTables(em)} on u.id = page.id order by page.place`,
    parameters,
  );
  return { rows, total };
}

/** A user as admins see them: `id`, or an email in whatever case. @throws AppError notFound */
export async function findAdminUser(
  em: EntityManager,
  which: { id: string } | { email: string },
): Promise<AdminUserRow> {
  const [condition, value] = 'id' in which ? ['u.id = ?', which.id] : ['lower(u.email) = lower(?)', which.email];
  const [user] = await em.execute<AdminUserRow[]>(`select ${ADMIN_COLUMNS} from ${userTables(em)} where ${condition}`, [
    value,
  ]);
  if (user === undefined) throw new AppError('notFound', NO_SUCH_USER);
  return user;
}

/**
 * Changes the user of an email as an admin wants them; what is absent stays. Whoever becomes inactive is logged out.
 * @throws AppError notFound, conflict if the username is somebody else's; forbidden if admins take away their own role
 * or activity, or have lost it themselves in the meantime
 */
export async function editUser(em: EntityManager, admin: Actor, input: AdminUserInput): Promise<void> {
  const { email, status, ...fields } = input;
  const { id } = await findAdminUser(em, { email });
  const values = { ...fields, active: status };
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  await refusingTakenUsername(() =>
    inFreshTransaction(em, async (em) => {
      const user = await lockForAdmin(em, admin, id);
      const before = auditedFields(user);
      em.assign(user, given);
      if (user.id === admin.userId && !isActiveAdmin(user)) {
        throw new AppError('forbidden', 'You cannot take away your own admin role or activity');
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
 * Deletes a user who is no admin, with their sessions, requests to reset the password, and pictures. Comments stay
 * under the name, ratings and orders without the person.
 * @throws AppError notFound, forbidden
 */
export async function deleteUser(em: EntityManager, storage: Storage, admin: Actor, userId: string): Promise<void> {
  const pictures = await inFreshTransaction(em, async (em) => {
    const user = await lockForAdmin(em, admin, userId);
    if (user.role === 'admin') throw new AppError('forbidden', CANNOT_DELETE_ADMIN);
    audit(em, admin, { action: 'user.deleted', subjectId: userId, subjectName: user.username });
    // One that no worker has looked at yet knows the email alone.
    await em.execute('delete from password_reset_request where lower(email) = lower(?)', [user.email]);
    const pictures = await removePictures(em, { kind: 'user', id: userId });
    await em.execute('delete from user_account where id = ?', [userId]);
    return pictures;
  });
  await removePictureFiles(storage, pictures);
}

/**
 * Locks a user, and the admin who is about to change them, always in the same order. Admins who are changing somebody
 * stay admins until it is done: of two who take away each other's role one is too late, and the shop keeps an admin.
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
  if (user === undefined) throw new AppError('notFound', NO_SUCH_USER);
  return user;
}

function isActiveAdmin({ active, role }: User): boolean {
  return active && role === 'admin';
}
