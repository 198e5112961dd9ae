import { sql } from 'kysely';
import type { DocumentKind } from '#contract/orders/documents.ts';
import type { SettingsView } from '#contract/shop/settings.ts';
import { wallClock } from '#contract/values/dates.ts';
import { type EntityManager, inFreshTransaction } from '../../../core/database/db.ts';
import { preparedWith } from '../../../core/database/queries.ts';
import { newId } from '../../../core/ids.ts';
import type { ShopSettings } from '../../settings/shop-settings.ts';
import { findAndLock } from '../order-steps.ts';
import { db } from '../orders.tables.ts';
import { type Draft, dueDocuments } from './due-documents.ts';
import { readInvoiced } from './invoiced-orders.queries.ts';
import type { DocumentSnapshot } from './snapshot.ts';

/** Of a number in its series: "2026-000042". */
const DIGITS = 6;

/**
 * Issues what is due of locked orders: the invoice of what was paid, a credit note of what was given back, and an invoice
 * of what was given back in vain. Call it last in a transaction: its numbers keep all others waiting for theirs until the
 * end. Series are locked in one order: those of invoices, then those of credit notes.
 * @param isNow whether it has just happened; otherwise the history of the orders says when
 * @returns the ids of the credit notes
 */
export async function issueDocuments(
  em: EntityManager,
  settings: ShopSettings,
  orderIds: readonly string[],
  { isNow = true }: { isNow?: boolean } = {},
): Promise<string[]> {
  await em.flush();
  const seller = await settings.read(em);
  const read = async (ids: readonly string[]) => {
    const orders = await readInvoiced(em, [...ids]);
    return orders.map((order) => ({ order, ...dueDocuments(order, seller, isNow) }));
  };
  const due = await read(orderIds);
  await addAll(
    em,
    'invoice',
    due.flatMap(({ invoices }) => invoices),
    seller,
  );
  const refunded = due.filter(({ order }) => order.refunded > 0).map(({ order }) => order.id);
  if (refunded.length === 0) return [];
  // Read again, because a credit note names its invoice.
  const rest = await read(refunded);
  return addAll(
    em,
    'creditNote',
    rest.flatMap(({ creditNotes }) => creditNotes),
    seller,
  );
}

/** Issues what a paid order lacks, which is older than documents. Does nothing for others. */
export async function issueMissing(em: EntityManager, settings: ShopSettings, orderId: string): Promise<void> {
  await inFreshTransaction(em, async (em) => {
    const order = await findAndLock(em, { id: orderId, state: { $in: ['paid', 'refunded'] } });
    if (order !== null) await issueDocuments(em, settings, [orderId], { isNow: false });
  });
}

/** "INV-2026", "CN-INV-2026": a series for each year of the shop's time zone. */
function seriesOf(kind: DocumentKind, date: Date, { invoicePrefix, timeZone }: SettingsView): string {
  const year = wallClock(date, timeZone).slice(0, 4);
  return `${kind === 'creditNote' ? 'CN-' : ''}${invoicePrefix}${year}`;
}

/** @returns their ids */
async function addAll(em: EntityManager, kind: DocumentKind, drafts: readonly Draft[], seller: SettingsView) {
  const ids: string[] = [];
  const numbered = drafts
    .map((draft) => ({ ...draft, series: seriesOf(kind, draft.date, seller) }))
    .sort((one, other) => one.date.getTime() - other.date.getTime());
  for (const series of [...new Set(numbered.map((draft) => draft.series))].sort()) {
    for (const draft of numbered) if (draft.series === series) ids.push(await add(em, kind, draft));
  }
  return ids;
}

/** @returns its id */
async function add(em: EntityManager, kind: DocumentKind, draft: Draft & { series: string }): Promise<string> {
  const { snapshot, ...values } = draft;
  const taxes = taxColumns(kind, snapshot);
  const id = newId();
  await insertDocument(em, { ...values, ...taxes, id, kind, snapshot: JSON.stringify(snapshot) });
  return id;
}

/** The rows of the report, by column. */
export function taxColumns(kind: DocumentKind, { country, taxes }: DocumentSnapshot) {
  const sign = kind === 'creditNote' ? -1 : 1;
  const signed = (field: 'net' | 'tax' | 'netEur' | 'taxEur') => taxes.map((share) => sign * share[field]);
  return {
    country,
    rates: taxes.map(({ rateHundredths }) => rateHundredths),
    nets: signed('net'),
    taxes: signed('tax'),
    netsEur: signed('netEur'),
    taxesEur: signed('taxEur'),
  };
}

type NewDocument = Omit<Draft, 'snapshot'> &
  ReturnType<typeof taxColumns> & { id: string; kind: DocumentKind } & {
    series: string;
    /** JSON. */
    snapshot: string;
  };

const columns = [
  'id',
  'orderId',
  'kind',
  'invoiceId',
  'refundId',
  'series',
  'date',
  'currency',
  'amount',
  'snapshot',
  'country',
  'rates',
  'nets',
  'taxes',
  'netsEur',
  'taxesEur',
] as const;

/** Takes the next number of the series and adds the document with it, in one statement. */
const insertDocument = preparedWith(columns, (em, row: NewDocument) => ({
  compile: () =>
    sql<never>`
      with taken as (
        insert into document_series as known (series, last) values (${row.series}::text, 1)
        on conflict (series) do update set last = known.last + 1
        returning series, last
      ), added as (
        insert into document (id, order_id, kind, invoice_id, refund_id, series, position, number, date, currency, amount, snapshot)
        select ${row.id}::uuid, ${row.orderId}::uuid, ${row.kind}::text, ${row.invoiceId}::uuid, ${row.refundId}::uuid,
          series, last, series || '-' || lpad(last::text, greatest(${sql.lit(DIGITS)}, length(last::text)), '0'),
          ${row.date}::timestamptz, ${row.currency}::text, ${row.amount}::bigint, ${row.snapshot}::jsonb
        from taken
        returning id, date, currency
      )
      insert into document_tax (document_id, date, currency, country, rate_hundredths, net, tax, net_eur, tax_eur)
      select added.id, added.date, added.currency, ${row.country}::text, share.*
      from added, unnest(${row.rates}::int[], ${row.nets}::bigint[], ${row.taxes}::bigint[],
        ${row.netsEur}::bigint[], ${row.taxesEur}::bigint[]) as share`.compile(db(em)),
}));
