import type { AdminUserInput } from '#contract/users.input.ts';
import type { AdminUserView } from '#contract/users.ts';
import * as adminApi from '../../adminApi/users.ts';
import { changedValues } from '../../changedValues.ts';
import { showNothingChanged, showToast } from '../../toasts.ts';
import { updateUser } from '../session.ts';
import { createEditor } from './editor.ts';
import { usersTable } from './users.ts';

/** The user who is being edited. */
export const userEditor = createEditor<AdminUserView>(async (id) => (await adminApi.getUser(id)).user);

/** What a form shows of a user; the email tells the server who is meant. */
export function userValues(user: AdminUserView) {
  const { email, username, firstName, lastName, gender, address, city, postCode, phoneNumber, status, role } = user;
  return { email, username, firstName, lastName, gender, address, city, postCode, phoneNumber, status, role };
}

/**
 * Saves an edit that began with `from`: only what it changed, so that what others changed meanwhile stays. Nothing is
 * sent, which is told, if nothing changed.
 * @throws ApiError
 */
export async function editUser(from: AdminUserView, values: AdminUserInput): Promise<void> {
  const changed = changedValues<AdminUserInput>(userValues(from), values);
  if (Object.keys(changed).length === 0) {
    showNothingChanged();
    return;
  }
  const { message: sentence, user } = await adminApi.editUser({ ...changed, email: from.email });
  userEditor.update(user);
  usersTable.update(user);
  updateUser(user);
  showToast('success', sentence);
}
