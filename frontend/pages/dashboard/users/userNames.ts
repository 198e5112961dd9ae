import type { Role } from '#contract/users.ts';

export const roleNames: Record<Role, string> = { admin: 'Admin', user: 'User' };

/** A user's status as the table and the form name it. */
export function statusName(isActive: boolean): string {
  return isActive ? 'Active' : 'Inactive';
}
