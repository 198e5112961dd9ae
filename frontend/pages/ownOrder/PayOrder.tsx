import { useEffect, useState } from 'react';
import type { OrderDetailView } from '#contract/orders/orders.ts';
import { formatAmount, toMinorUnits } from '#contract/values/money.ts';
import { m } from '#messages';
import { showFailure } from '../../api/errors.ts';
import { ownOrder, resumePayment } from '../../api/orders.ts';
import { onRestored } from '../../browser/restored.ts';
import { Button } from '../../components/Button.tsx';
import type { Provider } from '../../payments/port.ts';
import { loadProvider } from '../../payments/provider.ts';
import { CardFormSkeleton, CardPanel } from '../order/payment/CardPanel.tsx';
import { PaymentForm } from '../order/payment/PaymentForm.tsx';

type Prepared = Provider & { clientSecret: string };

type PayOrderProps = { order: OrderDetailView; onClose: () => void };

/** The card form for an unpaid order. The provider returns the shopper to the payment's result. */
export function PayOrder({ order: { _id, amount, currency, texts }, onClose }: PayOrderProps) {
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const [isPaying, setIsPaying] = useState(false);

  useEffect(() => {
    let isAwaited = true;
    Promise.all([resumePayment(_id), loadProvider()]).then(
      ([clientSecret, provider]) => isAwaited && setPrepared({ ...provider, clientSecret }),
      (error) => {
        if (!isAwaited) return;
        showFailure(error);
        // It may have expired or been paid elsewhere.
        void ownOrder.reload(_id);
        onClose();
      },
    );
    return () => {
      isAwaited = false;
    };
  }, [_id, onClose]);

  // It may have been paid meanwhile.
  useEffect(() => onRestored(() => void ownOrder.reload(_id, { quiet: true })), [_id]);

  return (
    <CardPanel isBusy={prepared === null}>
      {prepared === null ? (
        <CardFormSkeleton />
      ) : (
        <PaymentForm
          provider={prepared}
          amount={toMinorUnits(amount)}
          currency={currency}
          label={m.payment.payAmount({ amount: formatAmount(amount, currency) })}
          isPaying={isPaying}
          onPaying={setIsPaying}
          prepare={async () => prepared.clientSecret}
          texts={texts}
          onRetry={onClose}
        />
      )}
      <Button variant="quiet" className="in-middle" disabled={isPaying} onClick={onClose}>
        {m.payment.notNow()}
      </Button>
    </CardPanel>
  );
}
