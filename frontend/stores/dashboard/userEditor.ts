import { toast } from 'react-toastify/unstyled';
import type { AdminUserInput } from '#contract/users.input.ts';
import type { AdminUserView } from '#contract/users.ts';
import * as adminApi from '../../adminApi/users.ts';
import { tellNothingChanged } from '../nothingChanged.ts';
import { updateUser } from '../session.ts';
import { createEditor } from './editor.ts';
import { usersTable } from './users.ts';

/** The user who is being edited. */
export const userEditor = createEditor<AdminUserView>(async (id) => (await adminApi.getUser(id)).user);

/** What an admin can change of a user. */
const userFields = [
  'username',
  'firstName',
  'lastName',
  'gender',
  'address',
  'city',
  'postCode',
  'phoneNumber',
  'status',
  'role',
] as const satisfies (keyof AdminUserInput & keyof AdminUserView)[];

/** What a form shows and sends of a user; the email tells the server who is meant. */
export function userValues(user: AdminUserView) {
  const { email, username, firstName, lastName, gender, address, city, postCode, phoneNumber, status, role } = user;
  return { email, username, firstName, lastName, gender, address, city, postCode, phoneNumber, status, role };
}

/** Saves a user. Nothing is sent, which is told, if nothing changed. @throws ApiError */
export async function editUser(from: AdminUserView, values: AdminUserInput): Promise<void> {
  if (userFields.every((field) => values[field] === from[field])) {
    tellNothingChanged();
    return;
  }
  const { message: sentence, user } = await adminApi.editUser(values);
  userEditor.update(user);
  usersTable.update(user);
  updateUser(user);
  toast.success(sentence);
}
