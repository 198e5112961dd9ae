import { Link } from 'wouter';
import { formatAmount } from '#contract/money.ts';
import type { OrderView } from '#contract/orders.ts';
import { pageAddress } from '#contract/page-addresses.ts';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { ContinueShopping } from '../../components/shell/ContinueShopping.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import styles from './OrderPlaced.module.css';
import { useRedirectHome } from './useRedirectHome.ts';

/** A paid order. */
export function OrderPlaced({ order, email }: { order: OrderView; email: string }) {
  const { announcement, stay } = useRedirectHome();
  const address = pageAddress('ownOrder', { orderId: order._id });
  return (
    <div className={styles.placed}>
      <span className={styles.mark}>
        <Icon name="check" size={32} />
      </span>
      <PageTitle title="Thank you for your order" />
      <p className={styles.lead} role="status">
        {`Your payment went through. We're emailing your confirmation to ${email}.`}
      </p>
      <div className={styles.actions}>
        <ButtonLink variant="primary" href={address}>
          {`View order ${order.number}`}
        </ButtonLink>
        <ContinueShopping />
        {announcement && (
          <Button variant="quiet" onClick={stay}>
            Stay on this page
          </Button>
        )}
      </div>
      <p className={styles.countdown}>{announcement}</p>
      <Receipt order={order} />
    </div>
  );
}

function Receipt({ order }: { order: OrderView }) {
  return (
    <dl className={`panel divided ${styles.receipt}`}>
      <div>
        <dt>Order number</dt>
        <dd>
          <Link href={pageAddress('ownOrder', { orderId: order._id })}>{order.number}</Link>
        </dd>
      </div>
      {order.lines.map(({ productId, title, count }) => (
        <div key={productId} className={styles.line}>
          <dt dir="auto">{title}</dt>
          <dd>{`× ${count}`}</dd>
        </div>
      ))}
      <div>
        <dt>Amount paid</dt>
        <dd>{formatAmount(order.amount, order.currency)}</dd>
      </div>
    </dl>
  );
}
