import type { Journal } from '../journal.ts';
import type { Evidence } from './evidence.ts';
import { checkPresence, countBy, type Finding, newFinding } from './finding.ts';

/** Checks that no unit is lost or sold twice, and that each refund and shipment happened once and is recorded. */
export async function checkFulfilment(evidence: Evidence, journal: Journal): Promise<Finding[]> {
  return [
    await checkStock(evidence, journal),
    ...(await checkRefunds(evidence, journal)),
    ...(await checkShipments(evidence, journal)),
  ];
}

/** What is in stock and what orders hold are together what the shop had, but for units that were replaced. */
async function checkStock({ em }: Evidence, { stocks }: Journal): Promise<Finding> {
  const finding = newFinding('stock', stocks.size);
  const rows = await em.execute<{ id: string; stock: number; taken: number; replaced: number }[]>(
    `select id, stock, (select coalesce(sum(taken), 0)::int from order_line where product_id = product.id) as taken,
       (select coalesce(sum((line ->> 'count')::int), 0)::int
        from shipment s join order_return r on r.id = s.return_id cross join jsonb_array_elements(s.lines) line
        where r.state = 'replaced' and line ->> 'productId' = product.id::text) as replaced
     from product where stock is not null`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const [id, initial] of stocks) {
    const { stock = 0, taken = 0, replaced = 0 } = byId.get(id) ?? {};
    // What came back in exchange is not for sale.
    if (stock + taken + replaced < initial)
      finding.lost.push(`${id} had ${initial} units, now ${stock} and ${taken} in orders, ${replaced} replaced`);
    if (stock + taken > initial)
      finding.duplicated.push(`${id} had ${initial} units, now ${stock} and ${taken} in orders`);
  }
  const held = await em.execute<{ id: string }[]>(
    `select distinct o.id from shop_order o join order_line l on l.order_id = o.id where o.state = 'canceled' and l.taken > 0`,
  );
  finding.wrong.push(...held.map(({ id }) => `${id} is canceled, but holds units`));
  return finding;
}

type RefundRow = { id: string; key: string | null; orderId: string; amount: number; state: string };

async function checkRefunds({ em, orders, refunds }: Evidence, journal: Journal): Promise<Finding[]> {
  const rows = await em.execute<RefundRow[]>(
    `select id, idempotency_key as key, order_id as "orderId", amount::float8 as amount, state from refund`,
  );
  // Those that failed were done before.
  const done = rows.filter(({ state }) => state === 'done' || state === 'failed');
  const requested = checkPresence(
    'refunds',
    journal.refunds,
    countBy(
      done.filter(({ key }) => key !== null),
      ({ key }) => key ?? '',
    ),
  );
  const made = newFinding('refunds at the provider', refunds.length);
  const atProvider = Map.groupBy(refunds, ({ metadata }) => metadata.refundId ?? '');
  // One without an amount only returned units to stock.
  for (const { id, amount, state } of done.filter(({ amount }) => amount > 0)) {
    const [refund, ...others] = atProvider.get(id) ?? [];
    if (refund === undefined) made.lost.push(id);
    else if (refund.amount !== amount) made.wrong.push(`${id} gave back ${refund.amount} instead of ${amount}`);
    else if ((refund.status === 'failed') !== (state === 'failed'))
      made.wrong.push(`${id} is ${state}, but ${refund.status} at the provider`);
    if (others.length > 0) made.duplicated.push(id);
  }
  const known = new Set(done.map(({ id }) => id));
  // One that failed before the shop learned of it was never done.
  for (const [id, [refund]] of atProvider)
    if (!known.has(id) && refund?.status !== 'failed') made.wrong.push(`${id} is not recorded as done`);
  const sums = new Map<string, number>();
  for (const { orderId, amount } of done.filter(({ state }) => state === 'done'))
    sums.set(orderId, (sums.get(orderId) ?? 0) + amount);
  for (const { id, refunded } of orders) {
    if ((sums.get(id) ?? 0) !== refunded) made.wrong.push(`${id} has refunds of ${sums.get(id) ?? 0}, not ${refunded}`);
  }
  const wrongUnits = await em.execute<{ id: string }[]>(
    `select l.order_id as id from order_line l cross join lateral (
       select coalesce(sum((line ->> 'count')::int), 0) as units, coalesce(sum((line ->> 'returned')::int), 0) as returned
       from refund r cross join jsonb_array_elements(r.lines) line
       where r.order_id = l.order_id and r.state not in ('rejected', 'failed') and line ->> 'productId' = l.product_id::text
     ) given where (given.units, given.returned) <> (l.refunded, l.returned)`,
  );
  made.wrong.push(...wrongUnits.map(({ id }) => `${id} has other refunds than its lines say`));
  return [requested, made];
}

async function checkShipments({ em, events, mails }: Evidence, journal: Journal): Promise<Finding[]> {
  const rows = await em.execute<{ id: string; trackingNumber: string }[]>(
    `select id, tracking_number as "trackingNumber" from shipment where return_id is null`,
  );
  const shipments = checkPresence(
    'shipments',
    journal.shipments.map(({ trackingNumber, outcome }) => ({ key: trackingNumber, outcome })),
    countBy(rows, ({ trackingNumber }) => trackingNumber),
  );
  const tooMany = await em.execute<{ id: string }[]>(
    `select l.order_id as id from order_line l cross join lateral (
       select coalesce(sum((line ->> 'count')::int), 0) as units
       from shipment s cross join jsonb_array_elements(s.lines) line
       where s.order_id = l.order_id and s.return_id is null and line ->> 'productId' = l.product_id::text
     ) sent where sent.units <> l.shipped`,
  );
  shipments.wrong.push(...tooMany.map(({ id }) => `${id} has other shipments than its lines say`));
  const impossible = await em.execute<{ id: string; fulfilment: string }[]>(
    `select distinct o.id, o.fulfilment from shop_order o join order_line l on l.order_id = o.id
     where l.shipped + l.refunded - l.returned > l.count
       or (o.state = 'paid' and o.fulfilment = 'shipped' and l.shipped + l.refunded - l.returned < l.count
         -- Units whose refund failed stay in the shop until a person decides.
         and not exists (select from refund r where r.order_id = o.id and r.state = 'failed'))`,
  );
  shipments.wrong.push(...impossible.map(({ id, fulfilment }) => `${id} is ${fulfilment}, which its units are not`));
  const all = rows.map(({ id }) => ({ key: id, outcome: 'acknowledged' as const }));
  const emitted = events.filter(({ name }) => name === 'order.shipped');
  const announced = checkPresence(
    'events of shipments',
    all,
    countBy(emitted, ({ payload }) => payload.shipmentId ?? ''),
  );
  const arrived = new Set(mails.map(({ messageId }) => messageId));
  const emails = newFinding('shipment emails', rows.length);
  const shipped = [...arrived].filter((messageId) => messageId.startsWith('<order-shipped-'));
  for (const { id } of rows) {
    if (!shipped.some((messageId) => messageId.startsWith(`<order-shipped-${id}@`))) emails.lost.push(id);
  }
  if (shipped.length > rows.length) emails.wrong.push(`${shipped.length} emails for ${rows.length} shipments`);
  return [shipments, announced, emails];
}
