import { useEffect, useReducer, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { OrderView } from '#contract/orders.ts';
import { pagePatterns } from '#contract/page-addresses.ts';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { cart, emptyCart } from '../../stores/cart.ts';
import { outcomeOf, type PaymentReturnQuery } from '../../stores/paymentReturn.ts';
import { session } from '../../stores/session.ts';
import { checkPayment, claimPayment, isUnknownPayment, settlePayment } from '../../stores/settlement.ts';
import { OrderPlaced } from './OrderPlaced.tsx';

type PaymentReturnProps = PaymentReturnQuery & { onTryAgain: () => void };

/** What became of a payment, after the provider has sent the shopper back. */
export function PaymentReturn({ outcome: told, paymentIntent, onTryAgain }: PaymentReturnProps) {
  const { user } = useSnapshot(session);
  const [order, learn] = useReducer(latestOrder, null);
  const [isAsking, setIsAsking] = useState(false);
  const [isDenied, setIsDenied] = useState(false);
  // Until the shop has answered it may deny the payment that the address tells of.
  const [isAnswered, setIsAnswered] = useState(false);
  const userId = user?._id;
  const mayAsk = userId !== undefined && paymentIntent !== '';
  const isUnknown = isDenied && order === null;
  const outcome = isUnknown ? 'unknown' : outcomeOf(told, order?.state);

  useEffect(() => {
    if (!userId || !paymentIntent) return;
    settlePayment(paymentIntent)
      .then(learn, (error) => {
        if (isUnknownPayment(error)) setIsDenied(true);
        // The provider's word stands, and the shop hears of the payment in its own way: only the order's number is missing.
        else console.warn('The order could not be shown', error);
      })
      .finally(() => setIsAnswered(true));
  }, [userId, paymentIntent]);

  useEffect(() => {
    if (outcome !== 'succeeded' || (mayAsk && !isAnswered && order === null)) return;
    if (paymentIntent === '' || claimPayment(paymentIntent)) emptyCart();
  }, [outcome, mayAsk, isAnswered, order, paymentIntent]);

  const askAgain = async () => {
    setIsAsking(true);
    const answer = await checkPayment(paymentIntent);
    if (answer) learn(answer);
    setIsAsking(false);
  };

  if (outcome === 'succeeded') return <OrderPlaced order={order} email={user?.email ?? null} />;
  if (outcome === 'failed') return <PaymentFailed onTryAgain={onTryAgain} />;
  return (
    <Notice
      urgent
      icon="card"
      title={
        <PageTitle title={outcome === 'processing' ? 'Your payment is being processed' : 'Payment not confirmed'} />
      }
      actions={
        <>
          {mayAsk && (
            <Button variant="primary" onClick={askAgain} busy={isAsking}>
              Check again
            </Button>
          )}
          <ButtonLink href={pagePatterns.catalogue}>Back to the shop</ButtonLink>
        </>
      }
    >
      {isUnknown && 'The shop knows of no such payment of yours. Your cart is as it was.'}
      {!isUnknown &&
        (outcome === 'processing'
          ? 'The bank is still at work. Please don’t pay again: you get an email as soon as the payment is through. Until then your cart stays as it is.'
          : 'The payment provider has not told yet what became of your payment. Please check again before you pay a second time. Your cart is as it was.')}
    </Notice>
  );
}

/** Answers may overtake each other: what has ended does not begin again. */
function latestOrder(known: OrderView | null, answer: OrderView): OrderView {
  return known !== null && answer.state === 'pending' ? known : answer;
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
          <ButtonLink href={pagePatterns.catalogue}>Back to the shop</ButtonLink>
        </>
      }
    >
      Your card was not charged.
      {items.length > 0 && ' Your cart is as it was: you can try again, also with another card.'}
    </Notice>
  );
}
