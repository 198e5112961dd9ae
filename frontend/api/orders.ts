import type { OrderDetailView, OrderLineView, OrderView } from '#contract/orders/orders.ts';
import type { Responses } from '#contract/responses.ts';
import { convertCents, toCents, toMajorUnits } from '#contract/values/money.ts';
import { m } from '#messages';
import { call } from './call.ts';
import { sendStep } from './outOfDate.ts';
import { createRemote } from './remote.ts';
import { useRemote } from './useRemote.ts';

/** The shopper's own orders, newest first. */
const orders = createRemote<null, OrderView[]>({
  load: async (_args, options) => (await call<'Orders'>('GET', '/orders', options)).orders.map(withLineAmounts),
});

export function useOrders() {
  return useRemote(orders, null);
}

/** Of the calls of an order. */
export const orderPath = (orderId: string) => `/orders/${encodeURIComponent(orderId)}`;

/** An order as a response has it. During a deploy the previous release may respond, which doesn't tell all of it yet. */
export function orderOf<Order extends OrderDetailView>({ order }: { order: Order }): Order {
  const unknown = {
    minDays: null,
    maxDays: null,
    history: [],
    texts: [],
    dispute: null,
    taxes: [],
    reverseCharge: false,
    billing: null,
    vatCheck: null,
    returns: [],
    withdrawals: [],
    canWithdraw: false,
    withdrawUntil: null,
  };
  return withLineAmounts({ ...unknown, ...order });
}

function withLineAmounts<Order extends Pick<OrderDetailView, 'currency'> & { lines: OrderLineView[] }>(
  order: Order,
): Order {
  const lines = order.lines.map((line) => {
    const amount = convertCents(toCents(line.price) * line.count, order.currency);
    return { ...{ amount: toMajorUnits(amount) }, ...line };
  });
  return { ...order, lines };
}

/** One of the shopper's own orders. */
export const ownOrder = createRemote<string, OrderDetailView>({
  load: async (orderId, options) => orderOf(await call<'Order'>('GET', orderPath(orderId), options)),
});

/** Sends a step of one of the shopper's own orders and shows the result. @returns a message for them @throws ApiError */
export async function changeOwnOrder(orderId: string, send: () => Promise<Responses['OrderSaved']>): Promise<string> {
  const saved = await sendStep(ownOrder, orderId, send);
  ownOrder.write(orderId, orderOf(saved));
  return saved.message;
}

/** Cancels an order, with its payment. @throws ApiError */
export function cancelOrder(orderId: string): Promise<string> {
  const options = { task: m.feedback.cancelOrderTask() };
  return changeOwnOrder(orderId, () => call<'OrderSaved'>('POST', `${orderPath(orderId)}/cancel`, options));
}

/** The client secret of an unpaid order's payment. @throws ApiError */
export async function resumePayment(orderId: string): Promise<string> {
  return (await call<'Payment'>('POST', `${orderPath(orderId)}/payment`, { task: m.feedback.paymentTask() }))
    .clientSecret;
}
