import type { Scope } from '#contract/integration/scopes.ts';
import { m } from '#messages';

/** What each scope allows, in words, and what that includes. */
export const scopeTexts: Record<Scope, { name: () => string; hint: () => string }> = {
  'products:read': { name: m.apiKeys.readProducts, hint: m.apiKeys.readProductsHint },
  'products:write': { name: m.apiKeys.writeProducts, hint: m.apiKeys.writeProductsHint },
  'orders:read': { name: m.apiKeys.readOrders, hint: m.apiKeys.readOrdersHint },
  'orders:write': { name: m.apiKeys.writeOrders, hint: m.apiKeys.writeOrdersHint },
  'users:read': { name: m.apiKeys.readUsers, hint: m.apiKeys.readUsersHint },
  'comments:write': { name: m.apiKeys.writeComments, hint: m.apiKeys.writeCommentsHint },
  'reports:read': { name: m.apiKeys.readReports, hint: m.apiKeys.readReportsHint },
};
