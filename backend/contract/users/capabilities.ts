import type { Role } from './users.ts';

/** Everything in the dashboard is open to them. */
const admins = ['owner', 'admin'] as const;

/**
 * Who may do what beyond their own account: each capability with the roles that have it. The router refuses everyone else,
 * and the dashboard hides what one can't do.
 */
export const capabilities = {
  /** Everybody with a role in the dashboard: the work that waits for them. */
  'dashboard.open': [...admins, 'catalogue', 'orders', 'support'],
  'statistics.read': admins,

  /** Products, categories and attributes, hidden ones too, and their export. */
  'catalogue.edit': [...admins, 'catalogue'],
  'imports.run': [...admins, 'catalogue'],

  'comments.moderate': [...admins, 'support'],

  /** All orders, with their invoices and one's own views of the table. */
  'orders.read': [...admins, 'orders', 'support'],
  /** The personal data of all customers in one file. */
  'orders.export': [...admins, 'orders'],
  /** Shipments, packing slips, and that an order was delivered or collected. */
  'orders.fulfil': [...admins, 'orders'],
  'orders.refund': [...admins, 'orders'],
  /** Asks the payment provider what became of a payment. */
  'orders.check': [...admins, 'orders', 'support'],
  'orders.note': [...admins, 'orders', 'support'],
  /** Sends an email of an order again. */
  'orders.resend': [...admins, 'orders', 'support'],

  /** The VAT of a period, and its documents with their buyers. */
  'reports.read': admins,

  /** The emails that couldn't be sent, of orders and accounts. */
  'mails.retry': [...admins, 'support'],

  'users.read': [...admins, 'support'],
  /** Profile and status of customers' accounts; see mayEdit. */
  'users.edit': [...admins, 'support'],
  'users.delete': admins,
  /** Gives and takes roles, and edits the accounts that have one, except for owners. */
  'roles.assign': admins,
  /** Makes and unmakes owners, and edits their accounts. */
  'owners.assign': ['owner'],

  /** Shipping methods, discounts, VAT rates and the shop's details. */
  'settings.edit': admins,
  /** API keys and webhooks, through which other programs work with the shop. */
  'integrations.manage': admins,
  'audit.read': admins,
} as const satisfies Record<string, readonly Role[]>;

export type Capability = keyof typeof capabilities;

/** Whether a role has a capability. */
export function can(role: Role, capability: Capability): boolean {
  return rolesWith(capability).includes(role);
}

export function rolesWith(capability: Capability): readonly Role[] {
  return capabilities[capability];
}

/** Whether `role` may edit an account with the role `from`, and turn it into one with the role `to`. */
export function mayEdit(role: Role, from: Role, to: Role = from): boolean {
  const needed = (other: Role): Capability => {
    if (other === 'owner') return 'owners.assign';
    return other === 'user' && from === to ? 'users.edit' : 'roles.assign';
  };
  return can(role, needed(from)) && can(role, needed(to));
}
