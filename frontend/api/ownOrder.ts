import type { OrderDetailView } from '#contract/orders.ts';
import type { PaymentView } from '#contract/payments.ts';
import { saveFile } from '../browser/saveFile.ts';
import { call } from './call.ts';
import { download } from './download.ts';
import { createRemote } from './remote.ts';

type OrderResponse = { message: string; order: OrderDetailView };

const pathOf = (orderId: string) => `/orders/${encodeURIComponent(orderId)}`;

/** One of the shopper's own orders. */
export const ownOrder = createRemote<string, OrderDetailView>({
  load: async (orderId, options) => (await call<OrderResponse>('GET', pathOf(orderId), options)).order,
});

/** Cancels an order, with its payment. @throws ApiError */
export async function cancelOrder(orderId: string): Promise<string> {
  const { message, order } = await call<OrderResponse>('POST', `${pathOf(orderId)}/cancel`, {
    fallback: 'Cancel order failed. Please try again.',
    quiet: true,
  });
  ownOrder.write(orderId, order);
  return message;
}

/** The payment of an unpaid order. @throws ApiError */
export function resumePayment(orderId: string): Promise<PaymentView> {
  return call('POST', `${pathOf(orderId)}/payment`, { fallback: 'Payment failed. Please try again.', quiet: true });
}

/** Downloads the invoice of a paid order. @throws ApiError */
export async function saveInvoice({ _id, number }: OrderDetailView): Promise<void> {
  const invoice = await download(`${pathOf(_id)}/invoice`, 'Download invoice failed. Please try again.');
  saveFile(invoice, `invoice-${number}.pdf`);
}
