import type { OrderView } from '#contract/orders.ts';
import { paymentMessage } from '../paymentMessages.ts';
import { showOnce } from '../toasts.ts';
import { settleReturn } from './payments.ts';
import { createRemote } from './remote.ts';
import { useRemote } from './useRemote.ts';

/** The order of a payment, by the payment's id. Each load makes the shop ask the provider. */
const returnedPayment = createRemote<string, OrderView>({
  load: async (paymentIntent, options) => (await settleReturn(paymentIntent, options)).order,
});

/** How a payment stands, after the provider has sent the shopper back. */
export function useReturnedPayment(paymentIntent: string) {
  const { data: order, isMissing, error, retry } = useRemote(returnedPayment, paymentIntent);
  const check = async () => {
    await retry();
    if (returnedPayment.peek(paymentIntent)?.state === 'pending') showOnce('info', paymentMessage.pending);
  };
  return { order, isMissing, isAnswered: order !== undefined || isMissing || error !== null, check };
}
