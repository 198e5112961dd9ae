import { useState } from 'react';
import type { Snapshot } from 'valtio';
import type { UserView } from '#contract/users/users.ts';
import { m } from '#messages';
import { addresses } from '../../../api/addresses.ts';
import { checkoutDefaults } from '../../../api/payments.ts';
import { useRemote } from '../../../api/useRemote.ts';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { PageTitle } from '../../../components/shell/PageTitle.tsx';

import { paymentProvider } from '../../../payments/provider.ts';
import { prefilledDraft, storedDraft, withOfferedCode } from '../../../stores/checkoutDraft.ts';

import { Checkout } from '../Checkout.tsx';
import { Steps } from '../Steps.tsx';
import { PAYMENT_STEP } from '../useOrderStep.ts';
import { CardFormSkeleton, CardPanel } from './CardPanel.tsx';

type PaymentStepProps = { user: Snapshot<UserView>; onBack: () => void };

/** Step 2: delivery, the order's summary and the provider's card form. */
export default function PaymentStep({ user, onBack }: PaymentStepProps) {
  // Another tab may refresh the user; what is typed here stays.
  const [shopper] = useState(user);
  const [stored] = useState(() => storedDraft(user._id));
  const { data: defaults, error } = useRemote(checkoutDefaults, null);
  const { data: saved, error: unsaved, isMissing } = useRemote(addresses, null);
  // Its script loads beside the shop's own responses.
  useRemote(paymentProvider, null);
  // The previous release knows no addresses.
  const hasSaved = saved !== undefined || unsaved !== null || isMissing;
  const isReady = (defaults !== undefined || error !== null) && hasSaved;
  return (
    <>
      <Steps current={PAYMENT_STEP} />
      <PageTitle title={m.checkout.deliveryAndPayment()} />
      {isReady ? (
        <Checkout
          userId={shopper._id}
          startDraft={() => withOfferedCode(stored ?? prefilledDraft(shopper, defaults, saved))}
          isStored={stored !== null}
          defaults={defaults}
          saved={saved ?? []}
          onBack={onBack}
        />
      ) : (
        <CheckoutSkeleton />
      )}
    </>
  );
}

function CheckoutSkeleton() {
  return (
    <div className="beside">
      <Panel className="roomy">
        <Skeleton height="14rem" />
      </Panel>
      <CardPanel isBusy>
        <CardFormSkeleton />
      </CardPanel>
    </div>
  );
}
