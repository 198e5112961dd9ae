import type { Noun } from '#contract/numbers.ts';
import type { Role } from '#contract/users.ts';

export const roleNames: Record<Role, Noun> = {
  owner: { one: 'Owner', other: 'Owners' },
  admin: { one: 'Admin', other: 'Admins' },
  catalogue: { one: 'Catalogue', other: 'Catalogue' },
  orders: { one: 'Orders', other: 'Orders' },
  support: { one: 'Support', other: 'Support' },
  user: { one: 'User', other: 'Users' },
};

/** What each role may do (contract/capabilities.ts). */
export const roleSummaries: Record<Role, string> = {
  owner: 'Everything. Only owners can make owners or change their accounts.',
  admin: 'Everything except the accounts of owners.',
  catalogue: 'Adds, edits and imports products, categories and attributes.',
  orders: 'Ships, refunds, notes and exports orders.',
  support: 'Reads and notes orders, sends emails again, moderates comments, and edits the accounts of customers.',
  user: 'Shops, without the dashboard.',
};

/** The label of a user's status. */
export function statusName(isActive: boolean): string {
  return isActive ? 'Active' : 'Inactive';
}
