import { Link } from 'wouter';
import type { OrderView } from '#contract/orders.ts';
import { pageAddress, pagePatterns } from '#contract/page-addresses.ts';
import { useOrders } from '../../api/orders.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { FailureNotice } from '../../components/feedback/FailureNotice.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { OrderBadge } from '../../components/order/OrderBadge.tsx';
import { OrderLines } from '../../components/order/OrderLines.tsx';
import { Panel } from '../../components/Panel.tsx';
import { longDate } from '../../texts/dates.ts';
import styles from './OrderList.module.css';

/** The shopper's orders, newest first. */
export function OrderList() {
  const { data, isLoading, error, retry } = useOrders();
  // Canceled orders were abandoned before payment.
  const own = data?.filter(({ state }) => state !== 'canceled');

  return (
    <section className={styles.orders} aria-labelledby="orders">
      <h2 id="orders" className={styles.title}>
        Orders
      </h2>
      {!own && error && <FailureNotice message={error} onRetry={retry} busy={isLoading} />}
      {!own && !error && <Skeleton height="9rem" />}
      {own?.length === 0 && <NoOrders />}
      {own && own.length > 0 && (
        <ul className="stack">
          {own.map((order) => (
            <Order key={order._id} order={order} />
          ))}
        </ul>
      )}
    </section>
  );
}

function NoOrders() {
  return (
    <Notice
      icon="cart"
      title="No orders yet"
      actions={<ButtonLink href={pagePatterns.catalogue}>Start shopping</ButtonLink>}
    />
  );
}

function Order({ order }: { order: OrderView }) {
  const { _id, number, state, date } = order;
  return (
    <Panel as="li" className="stack padded">
      <header className="cluster row-gap-1">
        <h3 className="text-body">
          <Link href={pageAddress('ownOrder', { orderId: _id })} className="quiet-link">{`Order ${number}`}</Link>
        </h3>
        <OrderBadge state={state} />
        <time className={styles.date} dateTime={date}>
          {longDate(date)}
        </time>
      </header>
      <OrderLines order={order} />
    </Panel>
  );
}
