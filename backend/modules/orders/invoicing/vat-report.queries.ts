import { sql } from 'kysely';
import { isoInZone } from '#contract/values/dates.ts';
import { toMajorUnits } from '#contract/values/money.ts';
import { readInBatches } from '../../../core/batches.ts';
import { startOfDay } from '../../../core/database/days.ts';
import { type EntityManager, inLongTransaction } from '../../../core/database/db.ts';
import { db } from '../orders.tables.ts';

/** Days (YYYY-MM-DD), inclusive. */
export type Period = { from: string; to: string };

/** Documents per batch. */
const BATCH = 1000;

export type VatRow = Awaited<ReturnType<typeof readVatReport>>[number];

/** Invoices less credit notes of a period, by country, rate and currency, in minor units. Its days are those of the time zone. */
export function readVatReport(em: EntityManager, timeZone: string, { from, to }: Period) {
  const total = (name: string) => sql<number>`sum(${sql.ref(name)})::bigint`;
  return db(em)
    .selectFrom('documentTax')
    .select(['country', 'rateHundredths', 'currency'])
    .select([total('net').as('net'), total('tax').as('tax'), total('netEur').as('netEur')])
    .select([total('taxEur').as('taxEur'), sql<number>`count(*)`.as('documents')])
    .where('date', '>=', startOfDay(from, timeZone))
    .where('date', '<', startOfDay(to, timeZone, 1))
    .groupBy(['country', 'rateHundredths', 'currency'])
    .orderBy('country')
    .orderBy('rateHundredths')
    .orderBy('currency')
    .execute();
}

export const documentColumns = [
  'number',
  'kind',
  'date',
  'order',
  'country',
  'buyer',
  'vatId',
  'currency',
  'net',
  'vat',
  'amount',
] as const;

/**
 * The kept documents of a period in the order of their dates, read in batches: amounts in major units, of credit notes negative,
 * so that a column adds up. Dates begin with their day in the time zone.
 */
export async function* exportDocuments(em: EntityManager, timeZone: string, { from, to }: Period) {
  const batches = readInBatches(BATCH, (last?: { position: string; id: string }) =>
    inLongTransaction(em, (em) => {
      const documents = linesOf(em)
        .where('date', '>=', startOfDay(from, timeZone))
        .where('date', '<', startOfDay(to, timeZone, 1))
        .where('isKept', '=', true)
        .limit(BATCH);
      const rest = sql<boolean>`(document.date, document.id) > (${last?.position}::timestamptz, ${last?.id}::uuid)`;
      return (last === undefined ? documents : documents.where(rest)).execute();
    }),
  );
  for await (const rows of batches) {
    for (const { position, id: _, net, vat, amount, ...row } of rows) {
      yield {
        ...row,
        date: isoInZone(position, timeZone),
        // As numbers, since sendCsv takes text that begins with a minus sign for a formula.
        net: toMajorUnits(net),
        vat: toMajorUnits(vat),
        amount: toMajorUnits(amount),
      };
    }
  }
}

function linesOf(em: EntityManager) {
  const sign = sql`case document.kind when 'creditNote' then -1 else 1 end`;
  const shown = (field: string) => sql<string>`document.snapshot ->> ${sql.lit(field)}`;
  const buyer = (field: string) => sql<string>`document.snapshot -> 'buyer' ->> ${sql.lit(field)}`;
  const total = (field: string) =>
    sql<number>`(select ${sign} * sum((share ->> ${sql.lit(field)})::bigint)::bigint
      from jsonb_array_elements(document.snapshot -> 'taxes') as share)`;
  return db(em)
    .selectFrom('document')
    .select(['document.id', 'document.date as position', 'number', 'kind', 'currency'])
    .select([shown('orderNumber').as('order'), shown('country').as('country'), buyer('vatId').as('vatId')])
    .select(sql<string>`coalesce(nullif(${buyer('company')}, ''), ${buyer('name')})`.as('buyer'))
    .select([total('net').as('net'), total('tax').as('vat')])
    .select(sql<number>`${sign} * document.amount`.as('amount'))
    .orderBy('document.date')
    .orderBy('document.id');
}
