import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { type FormEvent, useMemo, useState } from 'react';
import type { OrderTextView } from '#contract/legal-pages.ts';
import type { CurrencyCode } from '#contract/money.ts';
import { pagePatterns } from '#contract/page-addresses.ts';
import { m } from '#messages';
import { failed, showFailure } from '../../../api/errors.ts';
import type { Provider } from '../../../api/paymentProvider.ts';
import { navigate } from '../../../browser/address.ts';
import { Button } from '../../../components/Button.tsx';
import { FailureNotice } from '../../../components/feedback/FailureNotice.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { OrderTexts } from '../../../components/order/OrderTexts.tsx';
import { useTheme } from '../../../stores/theme.ts';
import { appearanceOf } from './appearance.ts';
import styles from './PaymentStep.module.css';

/** The id of the form that Pay submits. The page's own fields belong to it. */
export const PAY_FORM = 'pay';

type CardFormProps = {
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
  /** What applies to the order. */
  texts?: readonly OrderTextView[] | undefined;
  /** Starts over if the card form failed to load or the payment ended. */
  onRetry: () => void;
};

type PaymentFormProps = Omit<CardFormProps, 'returnUrl'> & {
  provider: Provider;
  /** In minor units. */
  amount: number;
  currency: CurrencyCode;
};

/** The provider's card form and the Pay button. Card data never reaches this page. */
export function PaymentForm({ provider: { stripe, returnUrl }, amount, currency, ...form }: PaymentFormProps) {
  const theme = useTheme();
  const appearance = useMemo(() => appearanceOf(theme), [theme]);
  return (
    <Elements stripe={stripe} options={{ mode: 'payment', amount, currency: currency.toLowerCase(), appearance }}>
      <CardForm {...form} returnUrl={returnUrl} />
    </Elements>
  );
}

function CardForm(props: CardFormProps) {
  const { label, returnUrl, isPayable = true, isPaying, onPaying, validate, prepare, texts, onRetry } = props;
  const stripe = useStripe();
  const elements = useElements();
  const [form, setForm] = useState<'loading' | 'ready' | 'unreachable'>('loading');
  const [isDeclined, setIsDeclined] = useState(false);
  const [isChecking, setIsChecking] = useState(false);

  const check = async () => {
    setIsChecking(true);
    const isValid = (await validate?.()) ?? true;
    setIsChecking(false);
    return isValid;
  };

  /** On success the provider redirects the browser. @returns why it refuses, or null if the page shows a refusal */
  const confirm = async (stripe: Stripe, elements: StripeElements): Promise<StripeError | null> => {
    const { error } = await elements.submit();
    if (error) return error;
    const clientSecret = await prepare();
    if (clientSecret === null) return null;
    return (await stripe.confirmPayment({ elements, clientSecret, confirmParams: { return_url: returnUrl } })).error;
  };

  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (!stripe || !elements || form !== 'ready' || isPaying || isChecking || !isPayable) return;
    if (!(await check())) return;
    onPaying(true);
    try {
      const refusal = await confirm(stripe, elements);
      const payment = refusal?.payment_intent;
      // Paid already, for example in another tab.
      if (payment?.status === 'succeeded') return navigate(resultOf(payment.id), { replace: true });
      onPaying(false);
      setIsDeclined(refusal?.type === 'card_error');
      // The shop canceled it, for example because another tab started a new payment.
      const isCanceled = payment?.status === 'canceled';
      const message = isCanceled ? m.payment.canceled() : refusal?.message || failed(m.payment.task());
      if (refusal) showFailure(new Error(message, { cause: refusal }));
      if (isCanceled) onRetry();
    } catch (error) {
      onPaying(false);
      setIsDeclined(false);
      showFailure(error);
    }
  };

  if (form === 'unreachable') return <FailureNotice message={m.payment.providerUnreachable()} onRetry={onRetry} />;
  return (
    <form id={PAY_FORM} className="stack" onSubmit={pay} noValidate>
      <div className={styles.element}>
        <PaymentElement onReady={() => setForm('ready')} onLoadError={() => setForm('unreachable')} />
        {form === 'loading' && <CardFieldsSkeleton />}
      </div>
      {isDeclined && (
        <p
          className={`with-icon text-compact danger ${styles.error}`}
          style={{ visibility: isPaying ? 'hidden' : undefined }}
        >
          <Icon name="alert" />
          <span>{m.payment.declined()}</span>
        </p>
      )}
      {texts && <OrderTexts lead={m.legalPages.readBefore()} texts={texts} />}
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
    <p className={`with-icon soft text-note ${styles.assurance}`}>
      <Icon name="lock" size={16} />
      <span>{m.shell.cardDetails()}</span>
    </p>
  );
}

function resultOf(paymentId: string): string {
  return `${pagePatterns.order}?redirect_status=succeeded&payment_intent=${paymentId}`;
}
