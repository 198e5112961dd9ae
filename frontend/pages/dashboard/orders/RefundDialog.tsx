import { formatAmount } from '#contract/money.ts';
import type { AdminOrderView } from '#contract/orders.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { refund } from '../../../stores/dashboard/orders.ts';

type RefundDialogProps = {
  /** What is to be refunded; null while nothing is. */
  order: AdminOrderView | null;
  onClose: () => void;
};

/** Asks whether an order is to be refunded, and says how much goes back. */
export function RefundDialog({ order, onClose }: RefundDialogProps) {
  const confirm = () => {
    if (order) void refund(order);
    onClose();
  };
  return (
    <ConfirmDialog
      open={order !== null}
      title={`Refund order ${order?.number ?? ''}?`}
      action="Refund"
      onConfirm={confirm}
      onClose={onClose}
    >
      {order && (
        <>
          <p>
            The whole order goes back: <strong>{formatAmount(order.amount, order.currency)}</strong> to the card{' '}
            {order.shopper ? `of ${order.shopper.username}` : 'that paid it'}.
          </p>
          <p>It can’t be taken back, nor done in part.</p>
        </>
      )}
    </ConfirmDialog>
  );
}
