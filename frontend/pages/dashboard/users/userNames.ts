import type { Role } from '#contract/users.ts';

export const roleNames: Record<Role, string> = { admin: 'Admin', user: 'User' };

/** The label of a user's status. */
export function statusName(isActive: boolean): string {
  return isActive ? 'Active' : 'Inactive';
}
