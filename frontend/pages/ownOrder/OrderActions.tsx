import { useCallback, useState } from 'react';
import type { OrderDetailView } from '#contract/orders.ts';
import { showFailure } from '../../api/errors.ts';
import { cancelOrder, saveInvoice } from '../../api/orders.ts';
import { showToast } from '../../browser/toasts.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { Button } from '../../components/Button.tsx';
import { Confirmation } from '../../components/dialogs/Confirmation.tsx';
import { confirm } from '../../components/dialogs/confirm.ts';
import { BuyAgain } from './BuyAgain.tsx';
import { PayOrder } from './PayOrder.tsx';

/** What the shopper can do with an order now. */
export function OrderActions({ order }: { order: OrderDetailView }) {
  const { state, canPay, canCancel, lines } = order;
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
      {canCancel && (
        <ActionButton variant="quiet" action={() => askToCancel(order)}>
          Cancel order
        </ActionButton>
      )}
      <Confirmation />
    </div>
  );
}

async function askToCancel({ _id, state }: OrderDetailView): Promise<void> {
  const text = state === 'paid' ? "We'll refund all that you paid." : "You haven't been charged.";
  const question = { title: 'Cancel this order?', text, action: 'Cancel order', cancel: 'Keep order' };
  if (!(await confirm(question))) return;
  await cancelOrder(_id).then((message) => showToast('success', message), showFailure);
}
