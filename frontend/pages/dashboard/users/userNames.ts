import type { Role } from '#contract/users.ts';

export const roleNames: Record<Role, string> = { admin: 'Admin', user: 'User' };

/** What the table and the form call a user's status. */
export function statusName(isActive: boolean): string {
  return isActive ? 'Active' : 'Inactive';
}
