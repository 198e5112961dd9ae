import type { OrderDetailView } from '#contract/orders/orders.ts';
import { m } from '#messages';
import { useDocuments } from '../../api/documents.ts';
import { DocumentList } from '../../components/order/DocumentList.tsx';
import { TitledPanel } from '../../components/TitledPanel.tsx';

/** What the shop has issued for a paid order. */
export function OrderDocuments({ order }: { order: OrderDetailView }) {
  const documents = useDocuments(order);
  if (documents.length === 0) return null;
  return (
    <TitledPanel title={m.documentList.title()}>
      <DocumentList order={order} documents={documents} />
    </TitledPanel>
  );
}
