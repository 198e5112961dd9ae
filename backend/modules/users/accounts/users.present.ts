import type { AdminUserView, UserView } from '#contract/users.ts';
import type { AdminUserRow, UserRow } from './users.queries.ts';

/** A user as the API shows it. `votedFor` contains the ids of the products they rated. */
export function presentUser({ id, active, verifiedAt, ...user }: UserRow, votedFor: string[]): UserView {
  return {
    _id: id,
    ...user,
    status: active,
    verifiedAt: verifiedAt && new Date(verifiedAt).toISOString(),
    votedFor,
  };
}

/** A user as the API shows it to admins. */
export function presentAdminUser(
  { createdAt, hasSecondFactor, ...user }: AdminUserRow,
  votedFor: string[],
  orderCount: number,
): AdminUserView {
  return { ...presentUser(user, votedFor), orderCount, hasSecondFactor, date: new Date(createdAt).toISOString() };
}
