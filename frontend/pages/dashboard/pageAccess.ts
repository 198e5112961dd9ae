import type { PageName } from '#contract/shop/page-addresses.ts';
import type { Capability } from '#contract/users/capabilities.ts';

/** What opening each screen of the dashboard requires. */
export const pageAccess = {
  statistics: 'statistics.read',
  addProduct: 'catalogue.edit',
  products: 'catalogue.edit',
  editProduct: 'catalogue.edit',
  importProducts: 'imports.run',
  users: 'users.read',
  editUser: 'users.read',
  comments: 'comments.moderate',
  commentReports: 'comments.moderate',
  categories: 'catalogue.edit',
  attributes: 'catalogue.edit',
  terms: 'catalogue.edit',
  companies: 'catalogue.edit',
  orders: 'orders.read',
  adminOrder: 'orders.read',
  vatReport: 'reports.read',
  returns: 'orders.read',
  withdrawals: 'orders.read',
  discounts: 'settings.edit',
  shippingMethods: 'settings.edit',
  tax: 'settings.edit',
  shop: 'settings.edit',
  legalPages: 'settings.edit',
  editLegalPage: 'settings.edit',
  duties: 'settings.edit',
  apiKeys: 'integrations.manage',
  webhooks: 'integrations.manage',
  webhook: 'integrations.manage',
  feeds: 'catalogue.edit',
  feed: 'catalogue.edit',
  auditTrail: 'audit.read',
  unsentMails: 'mails.retry',
} as const satisfies Partial<Record<PageName, Capability>>;

export type DashboardPageName = keyof typeof pageAccess;
