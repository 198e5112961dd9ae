import type { Role } from '#contract/users/users.ts';
import { m } from '#messages';

type Text = () => string;

/** A user of each role, and all of them. */
export const roleNames: Record<Role, { one: Text; all: Text }> = {
  owner: { one: m.adminUsers.roleOwner, all: m.adminUsers.roleOwners },
  admin: { one: m.adminUsers.roleAdmin, all: m.adminUsers.roleAdmins },
  catalogue: { one: m.adminUsers.roleCatalogue, all: m.adminUsers.roleCatalogue },
  orders: { one: m.adminUsers.roleOrders, all: m.adminUsers.roleOrders },
  support: { one: m.adminUsers.roleSupport, all: m.adminUsers.roleSupport },
  user: { one: m.adminUsers.roleUser, all: m.adminUsers.roleUsers },
};

/** What each role may do (contract/users/capabilities.ts). */
export const roleSummaries: Record<Role, Text> = {
  owner: m.adminUsers.roleOwnerMay,
  admin: m.adminUsers.roleAdminMay,
  catalogue: m.adminUsers.roleCatalogueMay,
  orders: m.adminUsers.roleOrdersMay,
  support: m.adminUsers.roleSupportMay,
  user: m.adminUsers.roleUserMay,
};

/** The label of a user's status. */
export function statusName(isActive: boolean): string {
  return isActive ? m.adminUsers.active() : m.adminUsers.inactive();
}
