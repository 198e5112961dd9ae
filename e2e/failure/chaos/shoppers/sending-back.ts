import type { Random } from '../random.ts';
import type { Shopper, Traffic } from './people.ts';

type OwnOrder = { _id: string; state: string; lines: { productId: string }[] };

/**
 * Withdraws from the contract about an order or a unit of it, asks to return a unit for another reason, or cancels a return;
 * twice at once sometimes. A conflict means that the units are not to be had, or that the shop was faster.
 */
export async function sendBack(traffic: Traffic, random: Random, shopper: Shopper): Promise<void> {
  const { orders } = await traffic.client.read('/orders', shopper.token);
  const paid: OwnOrder[] = orders.filter(({ state }: OwnOrder) => state === 'paid');
  if (paid.length === 0) return;
  const { _id, lines } = random.pick(paid);
  const unit = lines.slice(0, 1).map(({ productId }) => ({ productId, count: 1 }));
  const choice = random.number();
  const isWhole = random.chance(0.3);
  const wants = random.pick(['refund', 'replacement', 'repair']);
  const act = () => {
    if (choice < 0.4) return withdraw(traffic, shopper, _id, isWhole ? {} : { lines: unit });
    if (choice < 0.8)
      return requestReturn(traffic, shopper, _id, { lines: unit, reason: 'defective', wants, note: '' });
    return cancelReturn(traffic, shopper, _id);
  };
  await Promise.all(random.chance(0.3) ? [act(), act()] : [act()]);
}

async function withdraw({ client, journal }: Traffic, { token }: Shopper, orderId: string, body: object) {
  const path = `/orders/${orderId}/withdrawal`;
  const options = { token, body, allowedErrors: ['conflict'] };
  const reply = await client.call('withdraw', 'POST', path, options);
  if (reply.outcome === 'acknowledged') journal.withdrawals.push(reply.body.withdrawal.reference);
}

async function requestReturn({ client }: Traffic, { token }: Shopper, orderId: string, body: object): Promise<void> {
  const options = { token, body, allowedErrors: ['conflict'] };
  await client.call('request return', 'POST', `/orders/${orderId}/returns`, options);
}

async function cancelReturn({ client }: Traffic, { token }: Shopper, orderId: string): Promise<void> {
  const { order } = await client.read(`/orders/${orderId}`, token);
  const returns: { _id: string; state: string }[] = order.returns;
  const open = returns.find(({ state }) => state === 'requested' || state === 'approved');
  if (open === undefined) return;
  const path = `/orders/${orderId}/returns/${open._id}/cancel`;
  await client.call('cancel return', 'POST', path, { token, allowedErrors: ['conflict'] });
}
