import type { Capability } from '../users/capabilities.ts';

/** What API keys may be given. */
export const scopes = [
  'products:read',
  'products:write',
  'orders:read',
  'orders:write',
  'users:read',
  'comments:write',
  'reports:read',
] as const;
export type Scope = (typeof scopes)[number];

type Scopes = { read: Scope; write: Scope | null } | null;

const products: Scopes = { read: 'products:read', write: 'products:write' };
const orders: Scopes = { read: 'orders:read', write: 'orders:write' };
const reports: Scopes = { read: 'reports:read', write: null };

/** The scope of calls that require a capability, for those that read and those that write; null if keys never have it. */
const scopesOf: Record<Capability, Scopes> = {
  'catalogue.edit': products,
  'imports.run': products,
  'orders.read': orders,
  'orders.export': orders,
  'orders.fulfil': orders,
  'orders.refund': orders,
  'orders.check': orders,
  'orders.note': orders,
  'orders.resend': orders,
  'users.read': { read: 'users:read', write: null },
  'comments.moderate': { read: 'comments:write', write: 'comments:write' },
  'statistics.read': reports,
  'reports.read': reports,
  'dashboard.open': null,
  'mails.retry': null,
  'users.edit': null,
  'users.delete': null,
  'roles.assign': null,
  'owners.assign': null,
  'settings.edit': null,
  'integrations.manage': null,
  'audit.read': null,
};

/** The scope that a call requires of an API key; null if it is never for keys. */
export function scopeOf(capability: Capability, method: string): Scope | null {
  return scopesOf[capability]?.[method === 'GET' || method === 'HEAD' ? 'read' : 'write'] ?? null;
}
