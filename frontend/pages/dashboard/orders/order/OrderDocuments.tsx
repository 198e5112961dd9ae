import type { AdminOrderDetailView } from '#contract/orders.ts';
import { succeeds } from '../../../../api/admin/failure.ts';
import { saveDocument } from '../../../../api/admin/order.ts';
import { ActionButton } from '../../../../components/ActionButton.tsx';
import { Allowed } from '../../Allowed.tsx';

/** Downloads the order's papers. */
export function OrderDocuments({ order }: { order: AdminOrderDetailView }) {
  const hasInvoice = order.state === 'paid' || order.state === 'refunded';
  return (
    <>
      <Allowed to="orders.fulfil">
        <DocumentButton order={order} kind="packing-slip" name="Packing slip" />
      </Allowed>
      {hasInvoice && <DocumentButton order={order} kind="invoice" name="Invoice" />}
    </>
  );
}

type DocumentButtonProps = { order: AdminOrderDetailView; kind: 'packing-slip' | 'invoice'; name: string };

function DocumentButton({ order, kind, name }: DocumentButtonProps) {
  return (
    <ActionButton size="small" action={() => succeeds(saveDocument(order, kind))}>
      {name}
    </ActionButton>
  );
}
