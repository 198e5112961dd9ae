import { Elements } from '@stripe/react-stripe-js';
import { useEffect, useMemo, useState } from 'react';
import { formatAmount, toMinorUnits } from '#contract/money.ts';
import type { OrderDetailView } from '#contract/orders.ts';
import { showFailure } from '../../api/errors.ts';
import { ownOrder, resumePayment } from '../../api/orders.ts';
import { loadProvider, type Provider } from '../../api/paymentProvider.ts';
import { Button } from '../../components/Button.tsx';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { Panel } from '../../components/Panel.tsx';
import { useTheme } from '../../stores/theme.ts';
import { appearanceOf } from '../order/appearance.ts';
import { PaymentForm } from '../order/PaymentForm.tsx';
import styles from './PayOrder.module.css';

type Prepared = Provider & { clientSecret: string };

type PayOrderProps = { order: OrderDetailView; onClose: () => void };

/** The card form for an unpaid order. The provider returns the shopper to the payment's result. */
export function PayOrder({ order: { _id, amount, currency }, onClose }: PayOrderProps) {
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const [isPaying, setIsPaying] = useState(false);
  const theme = useTheme();
  const appearance = useMemo(() => appearanceOf(theme), [theme]);

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

  return (
    <Panel className={`stack padded ${styles.panel}`} aria-labelledby="card" aria-busy={prepared === null}>
      <h2 id="card" className="text-lead">
        Pay by card
      </h2>
      {prepared === null ? (
        <Skeleton height="16rem" />
      ) : (
        <Elements
          stripe={prepared.stripe}
          options={{ mode: 'payment', amount: toMinorUnits(amount), currency: currency.toLowerCase(), appearance }}
        >
          <PaymentForm
            label={`Pay ${formatAmount(amount, currency)}`}
            returnUrl={prepared.returnUrl}
            isPaying={isPaying}
            onPaying={setIsPaying}
            prepare={async () => prepared.clientSecret}
            onRetry={onClose}
          />
        </Elements>
      )}
      <Button variant="quiet" disabled={isPaying} onClick={onClose}>
        Not now
      </Button>
    </Panel>
  );
}
