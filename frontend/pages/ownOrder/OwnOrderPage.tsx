import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import type { OrderDetailView } from '#contract/orders/orders.ts';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { ownOrder } from '../../api/orders.ts';
import { useRemote } from '../../api/useRemote.ts';
import { FailureNotice } from '../../components/feedback/FailureNotice.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Billing } from '../../components/order/Billing.tsx';
import { Delivery } from '../../components/order/Delivery.tsx';
import { OrderBadge } from '../../components/order/OrderBadge.tsx';
import { OrderSums } from '../../components/order/OrderSums.tsx';
import { OrderTexts } from '../../components/order/OrderTexts.tsx';
import { Timeline } from '../../components/order/Timeline.tsx';
import { ContinueShopping } from '../../components/shell/ContinueShopping.tsx';
import { LoginButton } from '../../components/shell/LoginLink.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { TitledPanel } from '../../components/TitledPanel.tsx';
import { session } from '../../stores/session.ts';
import { longDate } from '../../texts/dates.ts';
import { OrderActions } from './OrderActions.tsx';
import { OrderDocuments } from './OrderDocuments.tsx';
import { GivingBack } from './returns/GivingBack.tsx';

/** One of the shopper's own orders. */
export default function OwnOrderPage({ orderId }: { orderId: string }) {
  const { user } = useSnapshot(session);
  return user ? <LoadedOrder key={orderId} orderId={orderId} /> : <LoginNotice />;
}

function LoginNotice() {
  return (
    <Notice
      icon="user"
      title={<PageTitle title={m.ownOrder.yourOrder()} />}
      actions={<LoginButton>{m.common.logIn()}</LoginButton>}
    >
      {m.ownOrder.logInToSee()}
    </Notice>
  );
}

function LoadedOrder({ orderId }: { orderId: string }) {
  const { data: order, error, isMissing, isLoading, retry } = useRemote(ownOrder, orderId);
  if (isMissing) {
    return (
      <Notice icon="search" title={<PageTitle title={m.ownOrder.notFound()} />} actions={<ContinueShopping />}>
        {m.ownOrder.otherAccount()}
      </Notice>
    );
  }
  if (order) return <Order order={order} />;
  return (
    <div className="stack gap-5">
      <PageTitle title={m.ownOrder.yourOrder()} />
      {error ? <FailureNotice message={error} onRetry={retry} busy={isLoading} /> : <Skeleton height="24rem" />}
    </div>
  );
}

function Order({ order }: { order: OrderDetailView }) {
  const { number, state, fulfilment, date, note } = order;
  const hasDocuments = state === 'paid' || state === 'refunded';
  return (
    <>
      <Link href={pagePatterns.profile} className="back-link">
        <Icon name="arrowBack" size={18} />
        {m.ownOrder.yourOrders()}
      </Link>
      <header className="cluster gap-4 row-gap-2">
        <PageTitle key={number} title={m.ownOrder.number({ number: String(number) })} />
        <OrderBadge state={state} fulfilment={fulfilment} />
        <time className="soft text-note" dateTime={date}>
          {longDate(date)}
        </time>
      </header>
      <div className="beside">
        <div className="stack gap-5">
          <OrderActions order={order} />
          <TitledPanel title={m.ownOrder.items()}>
            <OrderSums order={order} pictured />
            <OrderTexts lead={m.legalPages.apply()} texts={order.texts} />
          </TitledPanel>
          <GivingBack order={order} />
        </div>
        <div className="stack gap-5">
          <TitledPanel title={m.ownOrder.progress()}>
            <Timeline order={order} />
          </TitledPanel>
          {hasDocuments && <OrderDocuments order={order} />}
          <TitledPanel title={m.ownOrder.delivery()}>
            <Delivery order={order} />
            {note && (
              <>
                <h3 className="soft text-note">{m.ownOrder.yourNote()}</h3>
                <p className="breaks multiline" dir="auto">
                  {note}
                </p>
              </>
            )}
          </TitledPanel>
          {order.billing && (
            <TitledPanel title={m.vat.billing()}>
              <Billing {...order} />
            </TitledPanel>
          )}
        </div>
      </div>
    </>
  );
}
