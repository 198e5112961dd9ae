import { useEffect, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { formatAmount } from '#contract/money.ts';
import type { OrderView } from '#contract/orders.ts';
import { pagePatterns } from '#contract/page-addresses.ts';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import styles from './OrderPlaced.module.css';

/** How long the result stays before the shop is shown again. */
const REDIRECT_SECONDS = 5;

type OrderPlacedProps = {
  /** Null until the shop has answered, and where it could not. */
  order: OrderView | null;
  /** Where the confirmation goes, if that is known. */
  email: string | null;
};

/** The payment went through. */
export function OrderPlaced({ order, email }: OrderPlacedProps) {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(REDIRECT_SECONDS);
  const placed = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (secondsLeft === null) return;
    const timer = setTimeout(() => {
      if (secondsLeft > 1) setSecondsLeft(secondsLeft - 1);
      // In place of the provider's return: the back button must not lead to a result that is over.
      else navigate(pagePatterns.catalogue, { replace: true });
    }, 1000);
    return () => clearTimeout(timer);
  }, [secondsLeft]);

  const stay = () => {
    // The pressed button goes: the focus needs a place to stay.
    placed.current?.querySelector('h1')?.focus({ preventScroll: true });
    setSecondsLeft(null);
  };

  return (
    <div ref={placed} className={styles.placed}>
      <span className={styles.mark}>
        <Icon name="check" size={32} />
      </span>
      <PageTitle title="Thank you for your order" />
      <p className={styles.lead} role="status">
        Your payment went through. A confirmation is on its way by email{email && ` to ${email}`}.
      </p>
      <div className={styles.actions}>
        <ButtonLink variant="primary" href={pagePatterns.catalogue}>
          Continue shopping
        </ButtonLink>
        {secondsLeft !== null && <Button onClick={stay}>Stay on this page</Button>}
      </div>
      <p className={styles.countdown}>
        {secondsLeft !== null && `The shop opens again in ${secondsLeft} ${secondsLeft === 1 ? 'second' : 'seconds'}.`}
      </p>
      {order && <Receipt order={order} />}
    </div>
  );
}

/** What was paid. It comes last, because it comes late: nothing has to make room for it. */
function Receipt({ order }: { order: OrderView }) {
  return (
    <dl className={styles.receipt}>
      <div>
        <dt>Order number</dt>
        <dd>{order.number}</dd>
      </div>
      {order.lines.map(({ productId, title, count }) => (
        <div key={productId} className={styles.line}>
          <dt dir="auto">{title}</dt>
          <dd>× {count}</dd>
        </div>
      ))}
      <div>
        <dt>Amount paid</dt>
        <dd>{formatAmount(order.amount, order.currency)}</dd>
      </div>
    </dl>
  );
}
