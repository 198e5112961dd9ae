import { useSnapshot } from 'valtio';
import { useSearch } from 'wouter';
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx';
import { lazyPart } from '../../components/lazyPart.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { cart } from '../../stores/cart.ts';
import { PAYMENT_STEP } from '../../stores/checkout.ts';
import { readPaymentReturn } from '../../stores/paymentReturn.ts';
import { session } from '../../stores/session.ts';
import { CartStep } from './CartStep.tsx';
import { PaymentReturn } from './PaymentReturn.tsx';
import { useOrderStep } from './useOrderStep.ts';

const PaymentStep = lazyPart(() => import('./PaymentStep.tsx'), <Skeleton height="24rem" />);

/** From the cart (step 1) over the payment (step 2) to its result, with which the provider sends the shopper back. */
export default function OrderPage() {
  const { step, proceed, goBack, tryAgain } = useOrderStep();
  const { items } = useSnapshot(cart);
  const { user } = useSnapshot(session);
  const paymentReturn = readPaymentReturn(useSearch());

  if (paymentReturn) {
    return <PaymentReturn key={paymentReturn.paymentIntent} {...paymentReturn} onTryAgain={tryAgain} />;
  }
  // Another tab can empty the cart or log out.
  if (step === PAYMENT_STEP && user && items.length > 0) {
    return (
      <ErrorBoundary part="The payment">
        <PaymentStep onBack={goBack} />
      </ErrorBoundary>
    );
  }
  return <CartStep onProceed={proceed} />;
}
