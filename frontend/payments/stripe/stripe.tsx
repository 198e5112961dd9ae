import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { PaymentIntent, Stripe, StripeError } from '@stripe/stripe-js';
import { useMemo } from 'react';
import type { PaymentConfig } from '#contract/orders/payments.ts';
import { useTheme } from '../../stores/theme.ts';
import type { Card, FieldsProps, Provider, Refusal } from '../port.ts';
import { appearanceOf } from './appearance.ts';
import { loadStripe } from './load.ts';

/** The Payment Element, for a payment that is created when the shopper pays: https://docs.stripe.com/payments/accept-a-payment-deferred */
export async function openStripe(config: PaymentConfig): Promise<Provider> {
  const stripe = await loadStripe(config);
  return { fields: (props) => <StripeFields {...props} stripe={stripe} returnUrl={config.returnUrl} /> };
}

type StripeFieldsProps = FieldsProps & { stripe: Stripe; returnUrl: string };

function StripeFields({ stripe, amount, currency, ...fields }: StripeFieldsProps) {
  const theme = useTheme();
  const appearance = useMemo(() => appearanceOf(theme), [theme]);
  return (
    <Elements stripe={stripe} options={{ mode: 'payment', amount, currency: currency.toLowerCase(), appearance }}>
      <Fields {...fields} />
    </Elements>
  );
}

function Fields({ onReady, onUnreachable, returnUrl }: Omit<StripeFieldsProps, 'stripe' | 'amount' | 'currency'>) {
  const stripe = useStripe();
  const elements = useElements();

  const pay: Card['pay'] = async (prepare) => {
    if (!stripe || !elements) throw new Error('The fields are not ready');
    const { error: incomplete } = await elements.submit();
    if (incomplete) return refusalOf(incomplete);
    const clientSecret = await prepare();
    if (clientSecret === null) return null;
    const confirmParams = { return_url: returnUrl };
    return refusalOf((await stripe.confirmPayment({ elements, clientSecret, confirmParams })).error);
  };
  return <PaymentElement onReady={() => onReady({ pay })} onLoadError={onUnreachable} />;
}

/** https://docs.stripe.com/api/errors */
function refusalOf(error: StripeError): Refusal {
  const { type, message = '', payment_intent: intent } = error;
  return { message, isDeclined: type === 'card_error', ended: intent ? endOf(intent) : null, cause: error };
}

function endOf({ id, status }: PaymentIntent): Refusal['ended'] {
  if (status === 'succeeded') return { id, state: 'paid' };
  return status === 'canceled' ? { id, state: 'canceled' } : null;
}
