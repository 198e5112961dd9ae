import { toast } from 'react-toastify/unstyled';
import { proxy, ref } from 'valtio';
import type { AdminUserInput } from '#contract/users.input.ts';
import type { AdminUserView } from '#contract/users.ts';
import * as adminApi from '../../adminApi/users.ts';
import { ApiError } from '../../api.ts';
import { message } from '../../messages.ts';
import { updateUser } from '../session.ts';
import { showAdminFailure } from './failure.ts';
import { usersTable } from './users.ts';

type UserEditor = {
  id: string;
  /** As the server last told; null until it has. */
  user: ReturnType<typeof ref<AdminUserView>> | null;
  loading: boolean;
  /** The sentence of the last load if it failed. */
  error: string | null;
  /** Whether the server knows no such user. */
  isMissing: boolean;
};

/** The user who is being edited. */
export const userEditor = proxy<UserEditor>({ id: '', user: null, loading: false, error: null, isMissing: false });

/** Turns to a user and fetches them: an edit begins with what is true now. A late answer for another one is dropped. */
export async function openUser(id: string): Promise<void> {
  Object.assign(userEditor, { id, user: null, loading: true, error: null, isMissing: false });
  try {
    const { user } = await adminApi.getUser(id);
    if (userEditor.id === id) userEditor.user = ref(user);
  } catch (error) {
    if (userEditor.id !== id) return;
    if (error instanceof ApiError && error.httpStatus === 404) userEditor.isMissing = true;
    else userEditor.error = showAdminFailure(error);
  } finally {
    if (userEditor.id === id) userEditor.loading = false;
  }
}

/** What an admin can change of a user. */
export const userFields = [
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
    toast.info(message.nothingChanged, { toastId: message.nothingChanged });
    return;
  }
  const { message: sentence, user } = await adminApi.editUser(values);
  if (userEditor.id === user._id) userEditor.user = ref(user);
  usersTable.update(user);
  updateUser(user);
  toast.success(sentence);
}
