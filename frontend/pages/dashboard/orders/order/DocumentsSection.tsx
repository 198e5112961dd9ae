import type { AdminOrderDetailView } from '#contract/orders/orders.ts';
import { m } from '#messages';
import { useDocuments } from '../../../../api/documents.ts';
import { DocumentList } from '../../../../components/order/DocumentList.tsx';
import { Section } from '../../Section.tsx';

/** What the shop has issued for a paid order. */
export function DocumentsSection({ order }: { order: AdminOrderDetailView }) {
  const documents = useDocuments(order);
  if (documents.length === 0) return null;
  return (
    <Section title={m.documentList.title()}>
      <DocumentList order={order} documents={documents} />
    </Section>
  );
}
