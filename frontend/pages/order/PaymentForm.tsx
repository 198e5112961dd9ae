import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { type FormEvent, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { pagePatterns } from '#contract/page-addresses.ts';
import { failed, showFailure } from '../../api/errors.ts';
import { Button } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/feedback/FailureNotice.tsx';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { Icon } from '../../components/Icon.tsx';
import { message } from '../../texts/messages.ts';
import { MAKE_PAYMENT, paymentMessage } from '../../texts/paymentMessages.ts';
import styles from './PaymentStep.module.css';

/** The id of the form that Pay submits. The page's own fields belong to it. */
export const PAY_FORM = 'pay';

type PaymentFormProps = {
  /** The text of the button. */
  label: string;
  /** The provider redirects the shopper here. */
  returnUrl: string;
  /** Whether there is a price to pay. */
  isPayable?: boolean;
  isPaying: boolean;
  onPaying: (isPaying: boolean) => void;
  /** Checks the page's own fields before the card. */
  validate?: () => Promise<boolean>;
  /** The client secret of the payment, or null if the page shows why there is none. */
  prepare: () => Promise<string | null>;
  /** Starts over if the card form failed to load or the payment ended. */
  onRetry: () => void;
};

/** The provider's card form and the Pay button. Card data never reaches this page. */
export function PaymentForm({
  label,
  returnUrl,
  isPayable = true,
  isPaying,
  onPaying,
  validate = async () => true,
  prepare,
  onRetry,
}: PaymentFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [form, setForm] = useState<'loading' | 'ready' | 'unreachable'>('loading');
  const [isDeclined, setIsDeclined] = useState(false);
  const [isChecking, setIsChecking] = useState(false);

  const check = async () => {
    setIsChecking(true);
    const isValid = await validate();
    setIsChecking(false);
    return isValid;
  };

  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (!stripe || !elements || form !== 'ready' || isPaying || isChecking || !isPayable) return;
    if (!(await check())) return;
    onPaying(true);
    try {
      const { error } = await elements.submit();
      if (error) throw refusalOf(error);
      const clientSecret = await prepare();
      if (clientSecret === null) onPaying(false);
      else await confirm(stripe, { elements, clientSecret, confirmParams: { return_url: returnUrl } });
    } catch (refusal) {
      onPaying(false);
      showFailure(refusal);
      setIsDeclined(refusal instanceof PaymentDeclined);
      if (refusal instanceof PaymentCanceled) onRetry();
    }
  };

  if (form === 'unreachable') return <FailureNotice message={paymentMessage.providerUnreachable} onRetry={onRetry} />;
  return (
    <form id={PAY_FORM} className="stack" onSubmit={pay} noValidate>
      <div className={styles.element}>
        <PaymentElement onReady={() => setForm('ready')} onLoadError={() => setForm('unreachable')} />
        {form === 'loading' && <CardFieldsSkeleton />}
      </div>
      {isDeclined && (
        // Keeps its space during the next attempt, so that the button doesn't jump.
        <p className={isPaying ? styles.lastError : styles.error}>
          <Icon name="alert" />
          <span>{paymentMessage.declined}</span>
        </p>
      )}
      <Button
        type="submit"
        variant="primary"
        size="large"
        wide
        busy={isPaying || isChecking}
        // A disabled button would lose the focus while it checks.
        disabled={form === 'loading' || (!isPayable && !isChecking)}
      >
        {label}
      </Button>
      <Assurance />
    </form>
  );
}

/** Shown until the provider's fields are there. */
export function CardFieldsSkeleton() {
  return (
    <div className={styles.skeleton}>
      <Skeleton height="4.5rem" />
      <Skeleton height="4.5rem" />
      <Skeleton height="4.5rem" />
    </div>
  );
}

export function Assurance() {
  return (
    <p className={styles.assurance}>
      <Icon name="lock" size={16} />
      <span>{message.cardDetails}</span>
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
async function confirm(stripe: Stripe, payment: Payment): Promise<void> {
  const { error } = await stripe.confirmPayment(payment);
  if (stopIfPaidElsewhere(error)) return;
  throw refusalOf(error);
}

type Payment = { elements: StripeElements; clientSecret: string; confirmParams: { return_url: string } };

/** The provider's refusal, with its message. */
function refusalOf(error: StripeError): Error {
  const Failure = error.type === 'card_error' ? PaymentDeclined : Error;
  return new Failure(error.message || failed(MAKE_PAYMENT), { cause: error });
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
