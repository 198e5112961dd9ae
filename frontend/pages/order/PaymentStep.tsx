import { useEffect, useState } from 'react';
import type { Snapshot } from 'valtio';
import type { UserView } from '#contract/users.ts';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { Panel } from '../../components/Panel.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { PAYMENT_STEP } from '../../stores/checkout.ts';
import { type CheckoutDraft, startDraft } from '../../stores/checkoutDraft.ts';
import { CardFormSkeleton, CardPanel } from './CardPanel.tsx';
import { Checkout } from './Checkout.tsx';
import styles from './PaymentStep.module.css';
import { Steps } from './Steps.tsx';

type PaymentStepProps = { user: Snapshot<UserView>; onBack: () => void };

/** Step 2: delivery, the order's summary and the provider's card form. */
export default function PaymentStep({ user, onBack }: PaymentStepProps) {
  const draft = useDraft(user);
  return (
    <>
      <Steps current={PAYMENT_STEP} />
      <PageTitle title="Payment" />
      {draft ? <Checkout userId={user._id} draft={draft} onBack={onBack} /> : <CheckoutSkeleton />}
    </>
  );
}

/** The shopper's draft of the order; null while it loads. */
function useDraft(user: Snapshot<UserView>): CheckoutDraft | null {
  const [draft, setDraft] = useState<CheckoutDraft | null>(null);
  // Another tab may refresh the user; what is typed here stays.
  const [shopper] = useState(user);
  useEffect(() => {
    let isAwaited = true;
    void startDraft(shopper).then((started) => isAwaited && setDraft(started));
    return () => {
      isAwaited = false;
    };
  }, [shopper]);
  return draft;
}

function CheckoutSkeleton() {
  return (
    <div className={styles.columns}>
      <Panel className={styles.panel}>
        <Skeleton height="14rem" />
      </Panel>
      <CardPanel isBusy>
        <CardFormSkeleton />
      </CardPanel>
    </div>
  );
}
