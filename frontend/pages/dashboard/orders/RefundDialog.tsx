import { formatAmount } from '#contract/money.ts';
import type { AdminOrderView, OrderColumn } from '#contract/orders.ts';
import { refundOrder } from '../../../api/admin/orders.ts';
import type { TableRequest } from '../../../api/admin/table.ts';
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx';

type RefundDialogProps = {
  /** The order to refund; null while the dialog is closed. */
  order: AdminOrderView | null;
  request: TableRequest<OrderColumn>;
  onClose: () => void;
};

/** Asks before an order is refunded in full. */
export function RefundDialog({ order, request, onClose }: RefundDialogProps) {
  const confirm = () => {
    if (order) void refundOrder(request, order);
    onClose();
  };
  return (
    <ConfirmDialog
      open={order !== null}
      title={`Refund order ${order?.number ?? ''}`}
      action="Refund"
      onConfirm={confirm}
      onClose={onClose}
    >
      {order && (
        <p>
          Refund <strong>{formatAmount(order.amount, order.currency)}</strong> to{' '}
          {order.shopper ? `${order.shopper.username}'s card` : 'the card that paid'}? This can't be undone.
        </p>
      )}
    </ConfirmDialog>
  );
}
