import { type AdminUserView, CANNOT_DELETE_ADMIN, type UserColumn, userColumns } from '#contract/users.ts';
import { deleteUser, getUsers } from '../../adminApi/users.ts';
import { showOnce } from '../../toasts.ts';
import { createTable } from './table.ts';

/** The users, those who registered last first unless asked otherwise. */
export const usersTable = createTable<AdminUserView, UserColumn>({
  columns: userColumns,
  sort: 'added',
  direction: 'desc',
  filters: ['status', 'role'],
  load: async (request) => {
    const { allUsers, total } = await getUsers(request);
    return { rows: allUsers, total };
  },
});

/** Whether a user can be deleted; that admins can't is told without asking the server. */
export function mayDelete({ role }: Pick<AdminUserView, 'role'>): boolean {
  if (role !== 'admin') return true;
  showOnce('info', CANNOT_DELETE_ADMIN);
  return false;
}

/** Deletes a user; they come back if that fails. */
export function removeUser(user: AdminUserView): Promise<boolean> {
  return usersTable.remove([user._id], () => deleteUser(user));
}
