import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import type { OrderTextView } from '#contract/shop/legal-pages.ts';
import type { CurrencyCode } from '#contract/values/money.ts';
import { m } from '#messages';
import { failed, showFailure } from '../../../api/errors.ts';
import { navigate } from '../../../browser/address.ts';
import { onRestored } from '../../../browser/restored.ts';
import { Button } from '../../../components/Button.tsx';
import { FailureNotice } from '../../../components/feedback/FailureNotice.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { OrderTexts } from '../../../components/order/OrderTexts.tsx';
import { paidAddress } from '../../../payments/paymentReturn.ts';
import type { Card, Provider } from '../../../payments/port.ts';
import styles from './PaymentStep.module.css';

/** The id of the form that Pay submits. The page's own fields belong to it. */
export const PAY_FORM = 'pay';

type PaymentFormProps = {
  provider: Provider;
  /** In minor units. */
  amount: number;
  currency: CurrencyCode;
  /** The text of the button. */
  label: string;
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

/** The provider's fields for a card and the Pay button. Card data never reaches this page. */
export function PaymentForm(props: PaymentFormProps) {
  const { provider, amount, currency, label, isPayable = true, isPaying, onPaying } = props;
  const { validate, prepare, texts, onRetry } = props;
  const [card, setCard] = useState<Card | 'loading' | 'unreachable'>('loading');
  const [isDeclined, setIsDeclined] = useState(false);
  const [isChecking, setIsChecking] = useState(false);

  // Back from the provider: the shopper may pay again.
  const resume = useEffectEvent(() => onPaying(false));
  useEffect(() => onRestored(() => resume()), []);

  const check = async () => {
    setIsChecking(true);
    const isValid = (await validate?.()) ?? true;
    setIsChecking(false);
    return isValid;
  };

  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (typeof card === 'string' || isPaying || isChecking || !isPayable) return;
    if (!(await check())) return;
    onPaying(true);
    try {
      const refusal = await card.pay(prepare);
      const ended = refusal?.ended;
      // Paid already, for example in another tab.
      if (ended?.state === 'paid') return navigate(paidAddress(ended.id), { replace: true });
      onPaying(false);
      setIsDeclined(refusal?.isDeclined ?? false);
      // The shop canceled it, for example because another tab started a new payment.
      const isCanceled = ended?.state === 'canceled';
      const message = isCanceled ? m.payment.canceled() : refusal?.message || failed(m.payment.task());
      if (refusal) showFailure(new Error(message, { cause: refusal.cause }));
      if (isCanceled) onRetry();
    } catch (error) {
      onPaying(false);
      setIsDeclined(false);
      showFailure(error);
    }
  };

  if (card === 'unreachable') return <FailureNotice message={m.payment.providerUnreachable()} onRetry={onRetry} />;
  const fields = provider.fields({ amount, currency, onReady: setCard, onUnreachable: () => setCard('unreachable') });
  return (
    <form id={PAY_FORM} className="stack" onSubmit={pay} noValidate>
      <div className={styles.element}>
        {fields}
        {card === 'loading' && <CardFieldsSkeleton />}
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
        disabled={card === 'loading' || (!isPayable && !isChecking)}
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
