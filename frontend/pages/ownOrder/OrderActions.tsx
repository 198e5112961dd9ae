import { useCallback, useState } from 'react';
import type { OrderDetailView } from '#contract/orders.ts';
import { showFailure } from '../../api/errors.ts';
import { cancelOrder, saveInvoice } from '../../api/orders.ts';
import { showToast } from '../../browser/toasts.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx';
import { BuyAgain } from './BuyAgain.tsx';
import { PayOrder } from './PayOrder.tsx';

/** What the shopper can do with an order now. */
export function OrderActions({ order }: { order: OrderDetailView }) {
  const { _id, state, canPay, canCancel, lines } = order;
  const [isPaying, setIsPaying] = useState(false);
  const close = useCallback(() => setIsPaying(false), []);
  const hasInvoice = state === 'paid' || state === 'refunded';

  if (isPaying && canPay) return <PayOrder order={order} onClose={close} />;
  return (
    <div className="cluster">
      {canPay && (
        <Button variant="primary" onClick={() => setIsPaying(true)}>
          Pay now
        </Button>
      )}
      {hasInvoice && <ActionButton action={() => saveInvoice(order).catch(showFailure)}>Download invoice</ActionButton>}
      {!canPay && lines.length > 0 && <BuyAgain lines={lines} />}
      {canCancel && <CancelButton orderId={_id} isPaid={state === 'paid'} />}
    </div>
  );
}

function CancelButton({ orderId, isPaid }: { orderId: string; isPaid: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  const [isCanceling, setIsCanceling] = useState(false);

  const cancel = async () => {
    setIsAsking(false);
    setIsCanceling(true);
    try {
      showToast('success', await cancelOrder(orderId));
    } catch (error) {
      showFailure(error);
      setIsCanceling(false);
    }
  };

  return (
    <>
      <Button variant="quiet" busy={isCanceling} onClick={() => setIsAsking(true)}>
        Cancel order
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Cancel this order?"
        action="Cancel order"
        cancel="Keep order"
        onConfirm={cancel}
        onClose={() => setIsAsking(false)}
      >
        {isPaid ? "We'll refund all that you paid." : "You haven't been charged."}
      </ConfirmDialog>
    </>
  );
}
