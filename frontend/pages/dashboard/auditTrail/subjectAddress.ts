import { pageAddress, pagePatterns } from '#contract/shop/page-addresses.ts';
import type { AuditEntryView, AuditSubject } from '#contract/users/audit.ts';

type Entry = Pick<AuditEntryView, 'action' | 'subjectId' | 'subjectName'>;

const addresses: Record<AuditSubject, (subjectId: string, entry: Entry) => string | null> = {
  product: (id) => pageAddress('editProduct', { productId: id }),
  user: (id) => pageAddress('editUser', { userId: id }),
  category: (id) => `${pagePatterns.products}?${new URLSearchParams({ categoryId: id })}`,
  order: (_id, { subjectName }) =>
    `${pagePatterns.orders}?${new URLSearchParams({ search: orderNumber(subjectName) })}`,
  // These have no pages of their own.
  attribute: () => null,
  comment: () => null,
  mail: () => null,
  withdrawal: () => pagePatterns.withdrawals,
  shippingMethod: () => pagePatterns.shippingMethods,
  settings: () => pagePatterns.shop,
  page: () => pagePatterns.legalPages,
  duty: () => pagePatterns.duties,
  tax: () => pagePatterns.tax,
  discount: () => pagePatterns.discounts,
  apiKey: () => pagePatterns.apiKeys,
  catalogue: () => pagePatterns.importProducts,
  term: () => pagePatterns.terms,
  company: () => pagePatterns.companies,
  feed: (id) => pageAddress('feed', { feedId: id }),
  webhook: (id) => pageAddress('webhook', { webhookId: id }),
};

/** The URL of an audit entry's subject; null if it was deleted or has no page. */
export function subjectAddress(entry: Entry): string | null {
  const [subject, verb] = entry.action.split('.') as [AuditSubject, string];
  if (verb === 'deleted') return null;
  // These have no ids.
  if (['catalogue', 'term', 'page', 'settings', 'duty'].includes(subject)) return addresses[subject]('', entry);
  if (entry.subjectId === null) return null;
  return addresses[subject](entry.subjectId, entry);
}

/** "1001" from "Order 1001": orders are searched by number. */
export function orderNumber(subjectName: string): string {
  return subjectName.replace(/\D+/g, '');
}
