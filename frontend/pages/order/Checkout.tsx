import type { CheckoutDefaults } from '#contract/orders/payments.ts';
import type { AddressView } from '#contract/users/address-book.ts';
import { formatMinorUnits } from '#contract/values/money.ts';
import { m } from '#messages';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/feedback/FailureNotice.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { Icon } from '../../components/Icon.tsx';
import type { CheckoutDraft } from '../../stores/checkoutDraft.ts';
import { CheckoutSummary } from './CheckoutSummary.tsx';
import { BillingPanel } from './delivery/BillingPanel.tsx';
import { DeliveryPanel } from './delivery/DeliveryPanel.tsx';
import { CardFormSkeleton, CardPanel } from './payment/CardPanel.tsx';
import { PaymentForm } from './payment/PaymentForm.tsx';
import styles from './payment/PaymentStep.module.css';
import { useCheckout } from './useCheckout.ts';

type CheckoutProps = {
  userId: string;
  /** Called once. */
  startDraft: () => CheckoutDraft;
  /** Whether the shopper has typed the draft before. */
  isStored: boolean;
  defaults: CheckoutDefaults | undefined;
  /** The shopper's addresses. */
  saved: readonly AddressView[];
  onBack: () => void;
};

/** Delivery, summary and card form. Each choice updates the price; Pay opens the order that is shown. */
export function Checkout({ userId, startDraft, isStored, defaults, saved, onBack }: CheckoutProps) {
  const checkout = useCheckout({ userId, startDraft, onBack });
  const { form, code, quote, card, totalMinorUnits, isPaying } = checkout;

  return (
    <div className={`beside ${styles.columns}`}>
      <div className="stack gap-5">
        <DeliveryPanel
          form={form}
          isStored={isStored}
          defaults={defaults}
          saved={saved}
          quote={quote}
          currency={code}
          isDisabled={isPaying}
        />
        <BillingPanel form={form} saved={saved} quote={quote} isCurrent={checkout.isCurrent} isDisabled={isPaying} />
      </div>
      <p className={`panel raised row spread medium numbers ${styles.total}`} aria-hidden="true">
        <span>{m.checkout.total()}</span>
        <span>{formatMinorUnits(totalMinorUnits, code)}</span>
      </p>
      <CheckoutSummary checkout={checkout} />
      <CardPanel isBusy={card.state === 'preparing'}>
        {card.state === 'preparing' && <CardFormSkeleton />}
        {card.state === 'failed' && <FailureNotice message={m.payment.unprepared()} onRetry={checkout.retry} />}
        {card.state === 'refused' && (
          <Notice
            failure
            icon="alert"
            title={m.payment.refused()}
            actions={
              <Button variant="primary" onClick={onBack}>
                {m.checkout.backToCart()}
              </Button>
            }
          >
            {m.checkout.refusedHint()}
          </Notice>
        )}
        {card.state === 'ready' && (
          <PaymentForm
            provider={card.provider}
            amount={totalMinorUnits}
            currency={code}
            label={
              quote?.price
                ? m.checkout.payAmount({ amount: formatMinorUnits(totalMinorUnits, code) })
                : m.checkout.pay()
            }
            isPayable={checkout.isPayable}
            isPaying={isPaying}
            onPaying={checkout.setIsPaying}
            validate={checkout.validate}
            prepare={checkout.prepare}
            texts={quote?.price?.texts}
            onRetry={checkout.retry}
          />
        )}
        {card.state !== 'refused' && (
          <Button variant="quiet" className="in-middle" disabled={isPaying} onClick={onBack}>
            <Icon name="arrowBack" size={18} />
            {m.common.back()}
          </Button>
        )}
      </CardPanel>
    </div>
  );
}
