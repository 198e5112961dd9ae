import { type ReactNode, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { m } from '#messages';
import { useReturnedPayment } from '../../../api/payments.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Button } from '../../../components/Button.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { CARD } from '../../../components/laterIcons.ts';
import { Sentence } from '../../../components/Sentence.tsx';
import { ContinueShopping } from '../../../components/shell/ContinueShopping.tsx';
import { LoginLink } from '../../../components/shell/LoginLink.tsx';
import { PageTitle } from '../../../components/shell/PageTitle.tsx';
import { outcomeOf } from '../../../payments/paymentReturn.ts';
import type { PaymentOutcome, PaymentReturnQuery } from '../../../payments/port.ts';
import { cart } from '../../../stores/cart.ts';
import { session } from '../../../stores/session.ts';
import { clearPaidCart } from '../../../stores/settlement.ts';
import { OrderPlaced, ReturnWithoutPayment } from './OrderPlaced.tsx';

type PaymentReturnProps = PaymentReturnQuery & { onTryAgain: () => void };

/** The result of a payment after the redirect back. Only the server's response proves a payment. */
export function PaymentReturn({ claimed, paymentId, onTryAgain }: PaymentReturnProps) {
  const { user } = useSnapshot(session);
  if (paymentId === '' && claimed === 'succeeded') return <ReturnWithoutPayment />;
  if (paymentId !== '' && user) {
    return <NamedPayment claimed={claimed} paymentId={paymentId} email={user.email} onTryAgain={onTryAgain} />;
  }
  const outcome = outcomeOf(claimed, undefined);
  if (outcome === 'failed') return <PaymentFailed onTryAgain={onTryAgain} />;
  return (
    <Unconfirmed outcome={outcome}>
      {!user && <Sentence of={m.payment.logInToSeeOrder()} parts={{ link: (text) => <LoginLink>{text}</LoginLink> }} />}
    </Unconfirmed>
  );
}

type NamedPaymentProps = PaymentReturnProps & { email: string };

function NamedPayment({ claimed, paymentId, email, onTryAgain }: NamedPaymentProps) {
  const { order, isMissing, hasResult, check } = useReturnedPayment(paymentId);
  const outcome = isMissing ? 'unknown' : outcomeOf(claimed, order?.state);
  const isPaid = order?.state === 'paid';

  useEffect(() => {
    if (order && isPaid) clearPaidCart(paymentId, order);
  }, [order, isPaid, paymentId]);

  if (order && outcome === 'succeeded') return <OrderPlaced order={order} email={email} />;
  if (order && outcome === 'refunded') return <PaymentRefunded number={order.number} />;
  if (outcome === 'failed') return <PaymentFailed onTryAgain={onTryAgain} />;
  return (
    <Unconfirmed
      outcome={outcome}
      isFirstCheck={!hasResult}
      action={
        <ActionButton variant="primary" action={check}>
          {m.payment.checkAgain()}
        </ActionButton>
      }
    >
      {isMissing && m.payment.unknown()}
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
  const title = isProcessing ? m.payment.processed() : isFirstCheck ? m.payment.confirming() : m.payment.notConfirmed();
  return (
    <Notice
      urgent
      icon={CARD}
      title={<PageTitle key={title} title={title} />}
      actions={
        <>
          {action}
          <ContinueShopping />
        </>
      }
    >
      <span>{children || (isProcessing ? m.payment.processing() : m.payment.pending())}</span> {m.payment.cartSaved()}
    </Notice>
  );
}

function PaymentRefunded({ number }: { number: number }) {
  return (
    <Notice icon={CARD} title={<PageTitle title={m.payment.refunded()} />} actions={<ContinueShopping />}>
      {m.payment.amountRefunded({ number: String(number) })}
    </Notice>
  );
}

function PaymentFailed({ onTryAgain }: { onTryAgain: () => void }) {
  const { items } = useSnapshot(cart);
  return (
    <Notice
      failure
      icon="alert"
      title={<PageTitle title={m.payment.failed()} />}
      actions={
        <>
          {items.length > 0 && (
            <Button variant="primary" onClick={onTryAgain}>
              {m.payment.tryAgain()}
            </Button>
          )}
          <ContinueShopping />
        </>
      }
    >
      {items.length > 0 ? m.payment.notChargedTryAgain() : m.payment.notCharged()}
    </Notice>
  );
}
