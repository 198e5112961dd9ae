import { type ReactNode, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { useReturnedPayment } from '../../../api/payments.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Button } from '../../../components/Button.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { ContinueShopping } from '../../../components/shell/ContinueShopping.tsx';
import { LoginLink } from '../../../components/shell/LoginLink.tsx';
import { PageTitle } from '../../../components/shell/PageTitle.tsx';
import { cart } from '../../../stores/cart.ts';
import { outcomeOf, type PaymentOutcome, type PaymentReturnQuery } from '../../../stores/paymentReturn.ts';
import { session } from '../../../stores/session.ts';
import { clearPaidCart } from '../../../stores/settlement.ts';
import { paymentMessage } from '../../../texts/paymentMessages.ts';
import { OrderPlaced, ReturnWithoutPayment } from './OrderPlaced.tsx';

type PaymentReturnProps = PaymentReturnQuery & { onTryAgain: () => void };

/** The result of a payment after the redirect back. Only the server's response proves a payment. */
export function PaymentReturn({ claimed, paymentIntent, onTryAgain }: PaymentReturnProps) {
  const { user } = useSnapshot(session);
  if (paymentIntent === '' && claimed === 'succeeded') return <ReturnWithoutPayment />;
  if (paymentIntent !== '' && user) {
    return <NamedPayment claimed={claimed} paymentIntent={paymentIntent} email={user.email} onTryAgain={onTryAgain} />;
  }
  const outcome = outcomeOf(claimed, undefined);
  if (outcome === 'failed') return <PaymentFailed onTryAgain={onTryAgain} />;
  return (
    <Unconfirmed outcome={outcome}>
      {!user && (
        <>
          <LoginLink>Log in</LoginLink> to see your order.
        </>
      )}
    </Unconfirmed>
  );
}

type NamedPaymentProps = PaymentReturnProps & { email: string };

function NamedPayment({ claimed, paymentIntent, email, onTryAgain }: NamedPaymentProps) {
  const { order, isMissing, hasResult, check } = useReturnedPayment(paymentIntent);
  const outcome = isMissing ? 'unknown' : outcomeOf(claimed, order?.state);
  const isPaid = order?.state === 'paid';

  useEffect(() => {
    if (order && isPaid) clearPaidCart(paymentIntent, order);
  }, [order, isPaid, paymentIntent]);

  if (order && outcome === 'succeeded') return <OrderPlaced order={order} email={email} />;
  if (order && outcome === 'refunded') return <PaymentRefunded number={order.number} />;
  if (outcome === 'failed') return <PaymentFailed onTryAgain={onTryAgain} />;
  return (
    <Unconfirmed
      outcome={outcome}
      isFirstCheck={!hasResult}
      action={
        <ActionButton variant="primary" action={check}>
          Check again
        </ActionButton>
      }
    >
      {isMissing && paymentMessage.unknown}
    </Unconfirmed>
  );
}

type UnconfirmedProps = {
  outcome: PaymentOutcome;
  /** Set before the server's first response. */
  isFirstCheck?: boolean;
  action?: ReactNode;
  /** Replaces the default explanation. */
  children?: ReactNode;
};

/** Shown while the result is unknown: the cart is kept. */
function Unconfirmed({ outcome, isFirstCheck = false, action, children }: UnconfirmedProps) {
  const isProcessing = outcome === 'processing';
  const title = isProcessing
    ? 'Your payment is being processed'
    : isFirstCheck
      ? 'Confirming your payment'
      : 'Payment not confirmed';
  return (
    <Notice
      urgent
      icon="card"
      title={<PageTitle key={title} title={title} />}
      actions={
        <>
          {action}
          <ContinueShopping />
        </>
      }
    >
      <span>{children || (isProcessing ? paymentMessage.processing : paymentMessage.pending)}</span> Your cart is saved.
    </Notice>
  );
}

function PaymentRefunded({ number }: { number: number }) {
  return (
    <Notice
      icon="card"
      title={<PageTitle title="Payment refunded" />}
      actions={<ContinueShopping />}
    >{`Order ${number} was refunded to your card.`}</Notice>
  );
}

function PaymentFailed({ onTryAgain }: { onTryAgain: () => void }) {
  const { items } = useSnapshot(cart);
  return (
    <Notice
      failure
      icon="alert"
      title={<PageTitle title="Payment failed" />}
      actions={
        <>
          {items.length > 0 && (
            <Button variant="primary" onClick={onTryAgain}>
              Try again
            </Button>
          )}
          <ContinueShopping />
        </>
      }
    >
      {items.length > 0
        ? "You haven't been charged and your cart is saved. Try again or use another card."
        : "You haven't been charged."}
    </Notice>
  );
}
