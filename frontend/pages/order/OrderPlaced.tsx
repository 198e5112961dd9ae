import { useRef } from 'react';
import { formatAmount } from '#contract/money.ts';
import type { OrderView } from '#contract/orders.ts';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { ContinueShopping } from '../../components/shell/ContinueShopping.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import styles from './OrderPlaced.module.css';
import { useRedirectHome } from './useRedirectHome.ts';

/** A paid order. */
export function OrderPlaced({ order, email }: { order: OrderView; email: string }) {
  const { announcement, cancel } = useRedirectHome();
  const placed = useRef<HTMLDivElement>(null);

  const stay = () => {
    // The pressed button disappears: move the focus.
    placed.current?.querySelector('h1')?.focus({ preventScroll: true });
    cancel();
  };

  return (
    <div ref={placed} className={styles.placed}>
      <span className={styles.mark}>
        <Icon name="check" size={32} />
      </span>
      <PageTitle title="Thank you for your order" />
      <p className={styles.lead} role="status">
        Your payment went through. We're emailing your confirmation to {email}.
      </p>
      <div className={styles.actions}>
        <ContinueShopping primary />
        {announcement && <Button onClick={stay}>Stay on this page</Button>}
      </div>
      <p className={styles.countdown}>{announcement}</p>
      <Receipt order={order} />
    </div>
  );
}

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
