import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { OrderDetailView } from '#contract/orders/orders.ts';
import { pageAddress, pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { navigate } from '../../../browser/address.ts';
import { Button, ButtonLink } from '../../../components/Button.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { Delivery } from '../../../components/order/Delivery.tsx';
import { OrderSums } from '../../../components/order/OrderSums.tsx';
import { ContinueShopping } from '../../../components/shell/ContinueShopping.tsx';
import { PageTitle } from '../../../components/shell/PageTitle.tsx';
import { TitledPanel } from '../../../components/TitledPanel.tsx';
import { emptyCart } from '../../../stores/cart.ts';
import styles from './OrderPlaced.module.css';

/** How long a result stays before the redirect. */
const REDIRECT_SECONDS = 5;

/** A paid order: when it arrives, where, and what it holds. */
export function OrderPlaced({ order, email }: { order: OrderDetailView; email: string }) {
  const address = pageAddress('ownOrder', { orderId: order._id });
  return (
    <>
      <Thanks
        icon="check"
        title={m.payment.thanks()}
        actions={
          <>
            <ButtonLink variant="primary" href={address}>
              {m.payment.viewOrder({ number: String(order.number) })}
            </ButtonLink>
            <ContinueShopping />
          </>
        }
      >
        {m.payment.wentThrough({ email })}
      </Thanks>
      <div className={`stack ${styles.order}`}>
        <TitledPanel title={m.checkout.delivery()}>
          <Delivery order={order} />
        </TitledPanel>
        <TitledPanel title={m.checkout.yourOrder()}>
          <p className="row spread">
            <span className="soft">{m.payment.orderNumber()}</span>
            <Link href={address}>{order.number}</Link>
          </p>
          <OrderSums order={order} pictured />
        </TitledPanel>
      </div>
    </>
  );
}

/** A success without a payment id. It behaves like a success but doesn't claim that money moved. */
export function ReturnWithoutPayment() {
  useEffect(emptyCart, []);
  return (
    <Thanks
      icon="cart"
      title={m.payment.thanksForShopping()}
      actions={
        <>
          <ContinueShopping primary />
          <ButtonLink href={pagePatterns.profile}>{m.payment.viewOrders()}</ButtonLink>
        </>
      }
    />
  );
}

type ThanksProps = { icon: 'check' | 'cart'; title: string; actions: ReactNode; children?: string };

/** Goes to the home page after a countdown, unless the shopper stays. */
function Thanks({ icon, title, actions, children }: ThanksProps) {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(REDIRECT_SECONDS);

  useEffect(() => {
    if (secondsLeft === null) return;
    const timer = setTimeout(() => {
      if (secondsLeft > 1) setSecondsLeft(secondsLeft - 1);
      // Replace the return URL, so that Back doesn't lead to an old result.
      else navigate(pagePatterns.catalogue, { replace: true });
    }, 1000);
    return () => clearTimeout(timer);
  }, [secondsLeft]);

  const stay = () => {
    // The pressed button disappears: move the focus.
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    setSecondsLeft(null);
  };
  return (
    <Notice
      icon={icon}
      title={<PageTitle title={title} />}
      actions={
        <>
          {actions}
          {secondsLeft !== null && (
            <p className={`soft text-note ${styles.countdown}`}>
              <span>{m.payment.returning({ seconds: secondsLeft })}</span>
              <Button size="small" variant="quiet" onClick={stay}>
                {m.payment.stay()}
              </Button>
            </p>
          )}
        </>
      }
    >
      {children && <span role="status">{children}</span>}
    </Notice>
  );
}
