import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { type FormEvent, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { formatMinorUnits } from '#contract/money.ts';
import { pagePatterns } from '#contract/page-addresses.ts';
import { showFailure } from '../../api/errors.ts';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/FailureNotice.tsx';
import { Icon } from '../../components/Icon.tsx';
import { message } from '../../messages.ts';
import { paymentMessage } from '../../paymentMessages.ts';
import type { Quote } from '../../stores/payment.ts';
import styles from './PaymentStep.module.css';

type PaymentFormProps = {
  quote: Pick<Quote, 'currency' | 'totalMinorUnits'>;
  /** The provider redirects the shopper here. */
  returnUrl: string;
  isPaying: boolean;
  onPaying: (isPaying: boolean) => void;
  /** Prepares a new payment if the card form failed to load or the payment ended. */
  onRetry: () => void;
};

/** The provider's card form and the Pay button. Card data never reaches this page. */
export function PaymentForm({ quote, returnUrl, isPaying, onPaying, onRetry }: PaymentFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [form, setForm] = useState<'loading' | 'ready' | 'unreachable'>('loading');
  const [isDeclined, setIsDeclined] = useState(false);

  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (!stripe || !elements || form !== 'ready' || isPaying) return;
    onPaying(true);
    try {
      await confirm(stripe, elements, returnUrl);
    } catch (refusal) {
      onPaying(false);
      showFailure(refusal);
      setIsDeclined(refusal instanceof PaymentDeclined);
      if (refusal instanceof PaymentCanceled) onRetry();
    }
  };

  const handleLoadError = (reason: StripeError) => {
    try {
      if (!stopIfPaidElsewhere(reason)) setForm('unreachable');
    } catch (refusal) {
      showFailure(refusal);
      onRetry();
    }
  };

  if (form === 'unreachable') return <FailureNotice message={paymentMessage.providerUnreachable} onRetry={onRetry} />;
  return (
    <form className={styles.form} onSubmit={pay}>
      <div className={styles.element}>
        <PaymentElement onReady={() => setForm('ready')} onLoadError={({ error: reason }) => handleLoadError(reason)} />
      </div>
      {isDeclined && (
        // Keeps its space during the next attempt, so that the button doesn't jump.
        <p className={isPaying ? styles.lastError : styles.error}>
          <Icon name="alert" />
          {paymentMessage.declined}
        </p>
      )}
      <Button type="submit" variant="primary" size="large" wide busy={isPaying} disabled={form === 'loading'}>
        Pay {formatMinorUnits(quote.totalMinorUnits, quote.currency)}
      </Button>
      <Assurance />
    </form>
  );
}

export function Assurance() {
  return (
    <p className={styles.assurance}>
      <Icon name="lock" size={16} />
      {message.cardDetails}
    </p>
  );
}

/** The shop canceled the payment, for example because another tab started a new one. */
class PaymentCanceled extends Error {}

/** The provider rejected the card before charging it. */
class PaymentDeclined extends Error {}

/**
 * Confirms the payment. On success the provider redirects the browser.
 * @throws PaymentCanceled if it can no longer be paid
 * @throws PaymentDeclined, or Error if the result is unknown, with the provider's message. The shopper can retry
 */
async function confirm(stripe: Stripe, elements: StripeElements, returnUrl: string): Promise<void> {
  const { error } = await stripe.confirmPayment({
    elements,
    confirmParams: { return_url: returnUrl },
  });
  if (stopIfPaidElsewhere(error)) return;
  const Failure = error.type === 'card_error' ? PaymentDeclined : Error;
  throw new Failure(error.message || paymentMessage.fallback, { cause: error });
}

/**
 * Goes to the result if the payment has already succeeded, for example in another tab. @returns whether it has
 * @throws PaymentCanceled if it can no longer be paid
 */
function stopIfPaidElsewhere({ payment_intent: payment }: StripeError): boolean {
  if (payment?.status === 'canceled') throw new PaymentCanceled(paymentMessage.canceled);
  if (payment?.status !== 'succeeded') return false;
  navigate(`${pagePatterns.order}?redirect_status=succeeded&payment_intent=${payment.id}`, { replace: true });
  return true;
}
