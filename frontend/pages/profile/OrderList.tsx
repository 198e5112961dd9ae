import { Link } from 'wouter';
import type { ProductView } from '#contract/catalogue/catalogue.ts';
import type { OrderView } from '#contract/orders/orders.ts';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { useOrders } from '../../api/orders.ts';
import { FailureNotice } from '../../components/feedback/FailureNotice.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { OrderBadge } from '../../components/order/OrderBadge.tsx';
import { OrderLines, useOrderedProducts } from '../../components/order/OrderLines.tsx';
import { Panel } from '../../components/Panel.tsx';
import { ContinueShopping } from '../../components/shell/ContinueShopping.tsx';
import { longDate } from '../../texts/dates.ts';
import { Fold } from './Fold.tsx';

/** How many orders show at first. */
const ORDERS = 5;

/** The shopper's orders, newest first. */
export function OrderList() {
  const { data, isLoading, error, retry } = useOrders();
  // Canceled orders were abandoned before payment.
  const own = data?.filter(({ state }) => state !== 'canceled');

  return (
    <section className="stack" aria-labelledby="orders">
      <h2 id="orders" className="text-heading">
        {m.profile.orders()}
      </h2>
      {!own && error && <FailureNotice message={error} onRetry={retry} busy={isLoading} />}
      {!own && !error && <Skeleton height="9rem" />}
      {own?.length === 0 && (
        <Notice
          icon="cart"
          title={m.profile.noOrders()}
          actions={<ContinueShopping>{m.common.startShopping()}</ContinueShopping>}
        />
      )}
      {own && own.length > 0 && (
        <Fold items={own} most={ORDERS} className="stack">
          {(shown) => <Orders orders={shown} />}
        </Fold>
      )}
    </section>
  );
}

function Orders({ orders }: { orders: readonly OrderView[] }) {
  const products = useOrderedProducts(orders);
  return orders.map((order) => <Order key={order._id} order={order} products={products} />);
}

type OrderProps = { order: OrderView; products: ReadonlyMap<string, ProductView> };

function Order({ order, products }: OrderProps) {
  const { _id, number, state, fulfilment, date } = order;
  return (
    <Panel as="li" className="stack padded">
      <header className="cluster row-gap-1">
        <h3 className="text-body">
          <Link href={pageAddress('ownOrder', { orderId: _id })} className="quiet-link">
            {m.ownOrder.number({ number: String(number) })}
          </Link>
        </h3>
        <OrderBadge state={state} fulfilment={fulfilment} />
        <time className="soft text-note" dateTime={date}>
          {longDate(date)}
        </time>
      </header>
      <OrderLines order={order} products={products} />
    </Panel>
  );
}
