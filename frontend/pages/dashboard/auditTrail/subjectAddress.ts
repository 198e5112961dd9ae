import type { AuditEntryView, AuditSubject } from '#contract/audit.ts';
import { pageAddress, pagePatterns } from '#contract/page-addresses.ts';

type Entry = Pick<AuditEntryView, 'action' | 'subjectId' | 'subjectName'>;

const addresses: Record<AuditSubject, (subjectId: string, entry: Entry) => string | null> = {
  product: (id) => pageAddress('editProduct', { productId: id }),
  user: (id) => pageAddress('editUser', { userId: id }),
  category: (id) => `${pagePatterns.products}?${new URLSearchParams({ categoryId: id })}`,
  order: (_id, { subjectName }) => `${pagePatterns.orders}?${new URLSearchParams({ search: number(subjectName) })}`,
  // Comments and the products of an import have no place of their own.
  comment: () => null,
  catalogue: () => pagePatterns.importProducts,
};

/** Where the thing that an entry of the audit trail tells of can be seen; null if the entry says that it has gone. */
export function subjectAddress(entry: Entry): string | null {
  const [subject, deed] = entry.action.split('.') as [AuditSubject, string];
  if (deed === 'deleted') return null;
  if (entry.subjectId === null) return subject === 'catalogue' ? pagePatterns.importProducts : null;
  return addresses[subject](entry.subjectId, entry);
}

/** "1001" of "Order 1001", which is what the orders are searched by. */
function number(spokenName: string): string {
  return spokenName.replace(/\D+/g, '');
}
