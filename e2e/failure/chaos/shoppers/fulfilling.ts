import type { Outcome } from '../journal.ts';
import type { Random } from '../random.ts';
import type { Reply } from './client.ts';
import type { Traffic } from './people.ts';
import { takeBack } from './taking-back.ts';

/** Attempts at a request whose response is lost. */
const ATTEMPTS = 5;
/** The orders in a list of shipments. */
const LISTED = 3;

/** Ships orders, refunds one, moves returns on, or sends an email again. */
export async function fulfil(traffic: Traffic, random: Random): Promise<void> {
  if (random.chance(0.6)) await takeBack(traffic, random);
  const choice = random.number();
  if (choice < 0.4) await shipOrder(traffic, random);
  else if (choice < 0.5) await shipList(traffic);
  else if (choice < 0.9) await refundOrder(traffic, random);
  else await resendMail(traffic, random);
}

const TO_SHIP = 'fulfilment=open&country=RS';

/**
 * Ships what is left of an order or a unit, twice at once sometimes. A conflict means that nothing is to be shipped, and
 * invalid units are shipped or refunded.
 */
async function shipOrder({ client, journal, adminToken }: Traffic, random: Random): Promise<void> {
  const orders = await paidOrders({ client, adminToken }, TO_SHIP);
  if (orders.length === 0) return;
  const order = random.pick(orders);
  const lines = order.lines.slice(0, 1).map(({ productId }) => ({ productId, count: 1 }));
  const units = random.chance(0.4) ? { lines } : {};
  const ship = async () => {
    const trackingNumber = crypto.randomUUID();
    const { outcome } = await client.call('ship order', 'POST', `/admin/order/${order._id}/shipment`, {
      token: adminToken,
      body: { carrier: 'Post', trackingNumber, ...units },
      allowedErrors: ['conflict', 'invalid'],
    });
    journal.shipments.push({ trackingNumber, outcome });
  };
  await Promise.all(random.chance(0.3) ? [ship(), ship()] : [ship()]);
}

/**
 * Refunds a unit of an order, twice at once sometimes, and says of some that they were shipped. Another request may have
 * returned it already, and it may not be shipped.
 */
async function refundOrder({ client, journal, adminToken }: Traffic, random: Random): Promise<void> {
  const orders = await paidOrders({ client, adminToken }, 'refunded=none');
  if (orders.length === 0) return;
  const order = random.pick(orders);
  const [line] = order.lines;
  if (line === undefined) return;
  const key = crypto.randomUUID();
  const unit = { productId: line.productId, count: 1, ...(random.chance(0.5) && { returned: 1 }) };
  const body = { lines: [unit], reason: 'Returned', restock: random.chance(0.7) };
  const refund = async () => {
    const { outcome } = await client.call('refund order', 'POST', `/admin/order/${order._id}/refund`, {
      token: adminToken,
      headers: { 'Idempotency-Key': key },
      body,
      allowedErrors: ['conflict', 'invalid'],
    });
    journal.refunds.push({ key, outcome });
  };
  await Promise.all(random.chance(0.3) ? [refund(), refund()] : [refund()]);
}

/** Ships some orders as a list, which is sent again while the response is lost. A line is refused if nothing is left. */
async function shipList({ client, journal, adminToken }: Traffic): Promise<void> {
  const orders = (await paidOrders({ client, adminToken }, TO_SHIP)).slice(0, LISTED);
  if (orders.length === 0) return;
  const shipments = orders.map(({ number }) => ({ number: String(number), trackingNumber: crypto.randomUUID() }));
  const list = shipments.map(({ number, trackingNumber }) => `${number},Post,${trackingNumber}`).join('\n');
  await insist(async () => {
    const options = { token: adminToken, body: { list } };
    const reply = await client.call('ship list', 'POST', '/admin/order/shipments', options);
    const lines = new Map<string, string>(reply.body?.lines?.map((line: ListedLine) => [line.number, line.state]));
    for (const { number, trackingNumber } of shipments) {
      const isRefused = reply.outcome === 'acknowledged' && lines.get(number) !== 'shipped';
      journal.shipments.push({ trackingNumber, outcome: isRefused ? 'refused' : reply.outcome });
    }
    return reply;
  });
}

type ListedLine = { number: string; state: string };

/** Sends the first email of an order again, under one key. It may have been sent within the last minute. */
async function resendMail({ client, journal, adminToken }: Traffic, random: Random): Promise<void> {
  const orders = await paidOrders({ client, adminToken }, 'sort=date&direction=asc');
  if (orders.length === 0) return;
  const { _id } = random.pick(orders);
  const [mail] = (await client.read(`/admin/order/${_id}`, adminToken)).order.mails;
  if (mail === undefined) return;
  const key = crypto.randomUUID();
  await insist(async () => {
    const reply = await client.call('resend email', 'POST', `/admin/order/${_id}/resend`, {
      token: adminToken,
      headers: { 'Idempotency-Key': key },
      body: { mailId: mail._id },
      allowedErrors: ['conflict', 'tooMany'],
    });
    journal.resends.push({ key, outcome: reply.outcome });
    return reply;
  });
}

/** Repeats a request whose response is lost, a few times. */
async function insist(send: () => Promise<Reply>): Promise<void> {
  let outcome: Outcome = 'unknown';
  for (let attempt = 0; attempt < ATTEMPTS && outcome === 'unknown'; attempt++) ({ outcome } = await send());
}

type PaidOrder = { _id: string; number: number; lines: { productId: string }[] };

async function paidOrders(
  { client, adminToken }: Pick<Traffic, 'client' | 'adminToken'>,
  query: string,
): Promise<PaidOrder[]> {
  return (await client.read(`/admin/order?page=1&state=paid&${query}`, adminToken)).orders;
}
