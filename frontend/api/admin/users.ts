import type { AdminUserInput } from '#contract/users/users.input.ts';
import { type AdminUserView, isAdmin, type UserColumn, userColumns } from '#contract/users/users.ts';
import { m } from '#messages';
import { showOnce } from '../../browser/toasts.ts';
import { call } from '../call.ts';
import { updateCurrentUser } from '../currentUser.ts';
import { sendDangerous } from '../reauthentication.ts';
import { createRemote } from '../remote.ts';
import { succeeds } from './failure.ts';
import { createTable, type TableRequest } from './table.ts';

/** The users, newest first by default. */
export const usersTable = createTable({
  load: (query, options) => call<'AdminUsers'>('GET', `/admin/user?${query}`, options),
  columns: userColumns,
  sort: 'added',
  direction: 'desc',
  filters: ['status', 'role'],
  rowsOf: ({ allUsers }) => allUsers,
});

/** One user, by their id. */
export const adminUser = createRemote<string, AdminUserView>({
  load: async (id, { signal }) =>
    (await call<'AdminUser'>('GET', `/admin/user/${encodeURIComponent(id)}`, { signal })).user,
  // The next edit must start from fresh data.
  forgetsWhenHidden: true,
});

adminUser.onData((_id, view) => usersTable.update(view));

/** Saves the changed fields of the user with this email. @returns the saved user @throws ApiError */
export async function editUser(email: string, changes: Partial<AdminUserInput>): Promise<AdminUserView> {
  const options = { body: { ...changes, email }, task: m.adminUsers.editTask() };
  const response = await sendDangerous(() => call<'AdminUserSaved'>('PUT', '/admin/user', options));
  adminUser.write(response.user._id, response.user);
  updateCurrentUser(response.user);
  showOnce('success', response.message);
  return response.user;
}

/** Whether a user can be deleted. Shows a toast for admins, who can't be, without a request. */
export function checkDeletable({ role }: AdminUserView): boolean {
  if (isAdmin(role)) showOnce('info', m.users.cannotDeleteAdmin());
  return !isAdmin(role);
}

/** Deletes a user; a rejected delete is rolled back. */
export function removeUser(request: TableRequest<UserColumn>, { _id, avatar }: AdminUserView): Promise<boolean> {
  const path = [_id, avatar].filter((part) => part !== '').map(encodeURIComponent);
  const options = { task: m.adminUsers.deleteTask() };
  const send = () => sendDangerous(() => call<'Done'>('DELETE', `/admin/user/${path.join('/')}`, options));
  return succeeds(usersTable.remove(request, [_id], send));
}

/** Turns off a user's two-step login. @throws ApiError */
export async function removeSecondFactors({ _id }: AdminUserView): Promise<void> {
  const path = `/admin/secondFactors/${encodeURIComponent(_id)}`;
  const options = { task: m.adminUsers.turnOffTask() };
  const { message } = await sendDangerous(() => call<'Done'>('DELETE', path, options));
  await adminUser.reload(_id);
  showOnce('success', message);
}
