import type { ImageState } from '#contract/catalogue.ts';
import type { AdminUserView, Gender, Role, UserView } from '#contract/users.ts';

/** A user as findUser reads it; the password's hash is not among it. */
export type UserRow = {
  id: string;
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  gender: Gender;
  city: string;
  address: string;
  postCode: string;
  phoneNumber: string;
  avatar: string;
  avatarWidths: number[];
  avatarState: ImageState;
  active: boolean;
  role: Role;
  votedFor: string[];
};

/** What the API shows of a user. */
export function presentUser({ id, active, ...user }: UserRow): UserView {
  return { _id: id, ...user, status: active };
}

/** A user as findAdminUser and listUsers read it. */
export type AdminUserRow = UserRow & {
  orderCount: number;
  /** As the database writes it. */
  createdAt: string;
};

/** What the API shows admins of a user. */
export function presentAdminUser({ createdAt, orderCount, ...user }: AdminUserRow): AdminUserView {
  return { ...presentUser(user), orderCount, date: new Date(createdAt).toISOString() };
}
