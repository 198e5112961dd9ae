import { Elements } from '@stripe/react-stripe-js';
import { useEffect, useMemo, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { Panel } from '../../components/Panel.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { paymentMessage } from '../../paymentMessages.ts';
import { PAYMENT_STEP } from '../../stores/checkout.ts';
import { useTheme } from '../../stores/theme.ts';
import { appearanceOf } from './appearance.ts';
import orderStyles from './OrderPage.module.css';
import { Assurance, PaymentForm } from './PaymentForm.tsx';
import styles from './PaymentStep.module.css';
import { PaymentSummary } from './PaymentSummary.tsx';
import { Steps } from './Steps.tsx';
import { usePreparedPayment } from './usePreparedPayment.ts';

/** Step 2: the provider's card form beside the order. */
export default function PaymentStep({ onBack }: { onBack: () => void }) {
  const [isPaying, setIsPaying] = useState(false);
  const { quote, preparation, retry } = usePreparedPayment({ isPaying, onCartRepaired: onBack });
  const theme = useTheme();
  const appearance = useMemo(() => appearanceOf(theme), [theme]);

  useEffect(() => {
    // Back from the provider can restore this page from the back/forward cache: allow another payment.
    const resume = () => setIsPaying(false);
    window.addEventListener('pageshow', resume);
    return () => window.removeEventListener('pageshow', resume);
  }, []);

  return (
    <>
      <Steps current={PAYMENT_STEP} />
      <PageTitle title="Payment" />
      <div className={orderStyles.columns}>
        <Panel className={styles.panel} aria-labelledby="card" aria-busy={preparation.state === 'preparing'}>
          <h2 id="card" className={styles.title}>
            Pay by card
          </h2>
          {preparation.state === 'preparing' && <CardFormSkeleton />}
          {preparation.state === 'failed' && <FailureNotice message={paymentMessage.unprepared} onRetry={retry} />}
          {preparation.state === 'refused' && (
            <Notice
              failure
              icon="alert"
              title={paymentMessage.refused}
              actions={
                <Button variant="primary" onClick={onBack}>
                  Back to the cart
                </Button>
              }
            >
              Change its items or the currency and try again.
            </Notice>
          )}
          {preparation.state === 'ready' && (
            <Elements
              key={preparation.clientSecret}
              stripe={preparation.stripe}
              options={{ clientSecret: preparation.clientSecret, appearance }}
            >
              <PaymentForm
                quote={quote}
                returnUrl={preparation.returnUrl}
                isPaying={isPaying}
                onPaying={setIsPaying}
                onRetry={retry}
              />
            </Elements>
          )}
          {preparation.state !== 'refused' && (
            <Button variant="quiet" className={styles.back} disabled={isPaying} onClick={onBack}>
              <Icon name="arrowLeft" size={18} />
              Back
            </Button>
          )}
        </Panel>
        <PaymentSummary quote={quote} />
      </div>
    </>
  );
}

/** The card form's placeholder while it loads. */
function CardFormSkeleton() {
  return (
    <div className={styles.form}>
      <div className={styles.skeleton}>
        <Skeleton height="4.5rem" />
        <Skeleton height="4.5rem" />
        <Skeleton height="4.5rem" />
      </div>
      <Skeleton height="3.25rem" />
      <Assurance />
      <p className="visually-hidden" role="status">
        Preparing your payment
      </p>
    </div>
  );
}
