import type { OrderView } from '#contract/orders.ts';
import { showOnce } from '../browser/toasts.ts';
import { paymentMessage } from '../texts/paymentMessages.ts';
import { settleReturn } from './payments.ts';
import { createRemote } from './remote.ts';
import { useRemote } from './useRemote.ts';

/** The order of a payment, by the payment's id. Each load refreshes it from the provider. */
const returnedPayment = createRemote<string, OrderView>({
  load: async (paymentIntent, options) => (await settleReturn(paymentIntent, options)).order,
});

/** The state of a payment after the redirect back from the provider, until it is decided. */
export function useReturnedPayment(paymentIntent: string) {
  const {
    data: order,
    isMissing,
    error,
    retry,
  } = useRemote(returnedPayment, paymentIntent, {
    pollWhile: ({ state }) => state === 'pending',
  });
  const check = async () => {
    await retry();
    if (returnedPayment.peek(paymentIntent)?.state === 'pending') showOnce('info', paymentMessage.pending);
  };
  return { order, isMissing, hasResult: order !== undefined || isMissing || error !== null, check };
}
