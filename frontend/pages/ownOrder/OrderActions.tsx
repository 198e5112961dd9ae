import { useCallback, useState } from 'react';
import type { OrderDetailView } from '#contract/orders/orders.ts';
import { m } from '#messages';
import { showFailure } from '../../api/errors.ts';
import { cancelOrder } from '../../api/orders.ts';
import { showToast } from '../../browser/toasts.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { Button } from '../../components/Button.tsx';
import { Confirmation } from '../../components/dialogs/Confirmation.tsx';
import { confirm } from '../../components/dialogs/confirm.ts';
import { BuyAgain } from './BuyAgain.tsx';
import { PayOrder } from './PayOrder.tsx';

/** What the shopper can do with an order now. */
export function OrderActions({ order }: { order: OrderDetailView }) {
  const { canPay, canCancel, lines } = order;
  const [isPaying, setIsPaying] = useState(false);
  const close = useCallback(() => setIsPaying(false), []);

  if (isPaying && canPay) return <PayOrder order={order} onClose={close} />;
  return (
    <div className="cluster">
      {canPay && (
        <Button variant="primary" onClick={() => setIsPaying(true)}>
          {m.ownOrder.payNow()}
        </Button>
      )}
      {!canPay && lines.length > 0 && <BuyAgain lines={lines} />}
      {canCancel && (
        <ActionButton variant="quiet" action={() => askToCancel(order)}>
          {m.ownOrder.cancel()}
        </ActionButton>
      )}
      <Confirmation />
    </div>
  );
}

async function askToCancel({ _id, state }: OrderDetailView): Promise<void> {
  const text = state === 'paid' ? m.ownOrder.cancelPaid() : m.payment.notCharged();
  const question = {
    title: m.ownOrder.cancelTitle(),
    text,
    action: m.ownOrder.cancel(),
    cancel: m.ownOrder.keep(),
  };
  if (!(await confirm(question))) return;
  await cancelOrder(_id).then((message) => showToast('success', message), showFailure);
}
