import { useSnapshot } from 'valtio';
import { useSearch } from 'wouter';
import { m } from '#messages';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { lazyPart } from '../../components/lazyPart.tsx';
import { readPaymentReturn } from '../../payments/paymentReturn.ts';
import { cart } from '../../stores/cart.ts';
import { session } from '../../stores/session.ts';
import { CartStep } from './cart/CartStep.tsx';
import { PaymentReturn } from './payment/PaymentReturn.tsx';
import { PAYMENT_STEP, useOrderStep } from './useOrderStep.ts';

const PaymentStep = lazyPart(
  () => import('./payment/PaymentStep.tsx'),
  <Skeleton height="24rem" />,
  m.feedback.paymentFormFailed,
);

/** The cart (step 1), the payment (step 2), and the result after the redirect back from the provider. */
export default function OrderPage() {
  const { step, proceed, goBack, tryAgain } = useOrderStep();
  const { items } = useSnapshot(cart);
  const { user } = useSnapshot(session);
  const paymentReturn = readPaymentReturn(useSearch());

  if (paymentReturn) {
    return <PaymentReturn key={paymentReturn.paymentId} {...paymentReturn} onTryAgain={tryAgain} />;
  }
  // Another tab may have emptied the cart or logged out.
  if (step === PAYMENT_STEP && user && items.length > 0) {
    return <PaymentStep key={user._id} user={user} onBack={goBack} />;
  }
  return <CartStep onProceed={proceed} />;
}
