import type { Evidence } from './evidence.ts';
import { checkPresence, countBy, type Finding, newFinding } from './finding.ts';
import { wasPaid } from './orders.ts';

type DocumentRow = { orderId: string; kind: string; isAmending: boolean; refundId: string | null; amount: number };
type SeriesRow = { series: string; last: number; count: number; first: number; highest: number };

/**
 * Checks that numbers of documents have no gap, that each paid order has one invoice, each refund one credit note, and each
 * failed one an invoice that reverses it.
 */
export async function checkDocuments({ em, orders }: Evidence): Promise<Finding[]> {
  const series = await em.execute<SeriesRow[]>(
    `select s.series, s.last, count(d.id)::int as count, min(d.position) as first, max(d.position) as highest
     from document_series s left join document d on d.series = s.series group by s.series, s.last`,
  );
  const documents = await em.execute<DocumentRow[]>(
    `select order_id as "orderId", kind, invoice_id is not null as "isAmending", refund_id as "refundId",
       amount::float8 as amount from document`,
  );
  const numbers = newFinding('numbers of documents', documents.length);
  for (const { series: name, last, count, first, highest } of series) {
    if (first !== 1 || count !== last || highest !== last)
      numbers.wrong.push(`${name} ends with ${last}, but has ${count} documents from ${first} to ${highest}`);
  }
  const invoices = checkPresence(
    'invoices',
    orders.map(({ id, state }) => ({ key: id, outcome: wasPaid(state) ? 'acknowledged' : 'refused' })),
    countBy(
      documents.filter(({ isAmending }) => !isAmending),
      ({ orderId }) => orderId,
    ),
  );
  const credited = new Map<string, number>();
  for (const { orderId, kind, isAmending, amount } of documents) {
    const change = isAmending ? (kind === 'creditNote' ? amount : -amount) : 0;
    credited.set(orderId, (credited.get(orderId) ?? 0) + change);
  }
  for (const { id, refunded } of orders) {
    const sum = credited.get(id) ?? 0;
    if (sum !== refunded) invoices.wrong.push(`${id} has credit notes of ${sum}, but ${refunded} was refunded`);
  }
  return [numbers, invoices, ...(await checkRefunds(em, documents))];
}

async function checkRefunds(em: Evidence['em'], documents: readonly DocumentRow[]): Promise<Finding[]> {
  const refunds = await em.execute<{ id: string; state: string }[]>('select id, state from refund where amount > 0');
  const presence = (name: string, kind: string, states: readonly string[]) =>
    checkPresence(
      name,
      refunds.map(({ id, state }) => ({ key: id, outcome: states.includes(state) ? 'acknowledged' : 'refused' })),
      countBy(
        documents.filter((document) => document.isAmending && document.kind === kind && document.refundId !== null),
        ({ refundId }) => refundId ?? '',
      ),
    );
  return [
    presence('credit notes of refunds', 'creditNote', ['done', 'failed']),
    presence('invoices that reverse failed refunds', 'invoice', ['failed']),
  ];
}
