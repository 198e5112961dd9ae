import type { Evidence } from './evidence.ts';
import { checkPresence, countBy, type Finding } from './finding.ts';

/** Checks that each dispute is recorded once, with its end, and that lost ones took what was left of their orders. */
export async function checkDisputes({ em, intents, disputes }: Evidence): Promise<Finding> {
  const rows = await em.execute<{ orderId: string; id: string; state: string; lost: number }[]>(
    `select o.id as "orderId", d.id, d.state, d.lost::float8 as lost
     from shop_order o cross join jsonb_to_recordset(o.disputes) as d(id text, state text, lost bigint)`,
  );
  const finding = checkPresence(
    'disputes',
    disputes.map(({ id }) => ({ key: id, outcome: 'acknowledged' })),
    countBy(rows, ({ id }) => id),
  );
  const orderOf = new Map(intents.map(({ id, metadata }) => [id, metadata.orderId]));
  const recorded = new Map(rows.map((row) => [row.id, row]));
  for (const { id, status, payment_intent } of disputes) {
    const row = recorded.get(id);
    const expected = status === 'needs_response' ? 'open' : status;
    if (row && (row.state !== expected || row.orderId !== orderOf.get(payment_intent)))
      finding.wrong.push(`${id} is ${row.state} at ${row.orderId}, but ${expected} at the provider`);
  }
  const wrongSums = await em.execute<{ id: string }[]>(
    `select o.id from shop_order o where o.lost + o.refunded > o.amount or o.lost <> (
       select coalesce(sum(d.lost), 0) from jsonb_to_recordset(o.disputes) as d(lost bigint)
     ) or o.lost <> (
       select coalesce(sum(case what when 'disputeLost' then h.amount when 'disputeWon' then -h.amount end), 0)
       from order_history h where h.order_id = o.id
     )`,
  );
  finding.wrong.push(...wrongSums.map(({ id }) => `${id} lost another sum than its disputes took`));
  return finding;
}
