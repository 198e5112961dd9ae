import type { TableTotal } from '#contract/table.ts';
import type { AdminUserInput } from '#contract/users.input.ts';
import type { AdminUserView, UserColumn } from '#contract/users.ts';
import { call } from '../api/call.ts';
import { adminFallback } from './messages.ts';
import { type TableRequest, tablePath } from './table.ts';

/** One page of the users. */
export function getUsers(request: TableRequest<UserColumn>): Promise<TableTotal & { allUsers: AdminUserView[] }> {
  return call('GET', tablePath('/admin/user', request), { quiet: true });
}

export function getUser(id: string): Promise<{ user: AdminUserView }> {
  return call('GET', `/admin/user/${encodeURIComponent(id)}`, { quiet: true });
}

/** Changes the user whom the email names. Who becomes inactive is logged out everywhere. */
export function editUser(values: AdminUserInput): Promise<{ message: string; user: AdminUserView }> {
  return call('PUT', '/admin/user', { body: values, fallback: adminFallback.editUser, quiet: true });
}

/** Deletes a user who is no admin. */
export function deleteUser({ _id, avatar }: Pick<AdminUserView, '_id' | 'avatar'>): Promise<{ message: string }> {
  const path = [_id, avatar].filter((part) => part !== '').map(encodeURIComponent);
  return call('DELETE', `/admin/user/${path.join('/')}`, { fallback: adminFallback.deleteUser, quiet: true });
}
