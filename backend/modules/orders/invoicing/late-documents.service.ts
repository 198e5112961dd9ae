import { sql } from 'kysely';
import { readInBatches } from '../../../core/batches.ts';
import { type EntityManager, inFreshTransaction } from '../../../core/database/db.ts';
import { anyOf } from '../../../core/database/queries.ts';
import type { ShopSettings } from '../../settings/shop-settings.ts';
import { db } from '../orders.tables.ts';
import { issueDocuments } from './invoicing.service.ts';

/** Orders per transaction, during which others wait for numbers. */
const BATCH = 50;

/** How long before the last run a payment or refund may have been recorded that it did not see: by the previous release, too. */
const OVERLAP = '1 day';

/**
 * Issues the documents of orders that were paid before there were any, in the order of their payment, and those of what the
 * previous release settles or refunds during a deploy. Idempotent; the next run continues one that was interrupted.
 */
export async function issueLateDocuments(em: EntityManager, settings: ShopSettings): Promise<void> {
  const { now, recently, from } = await db(em)
    .selectNoFrom(({ selectFrom }) => [
      sql<string>`now()`.as('now'),
      sql<string>`now() - ${sql.lit(OVERLAP)}::interval`.as('recently'),
      selectFrom('lateDocumentPosition')
        .select(sql<string>`seen_until - ${sql.lit(OVERLAP)}::interval`.as('from'))
        .as('from'),
    ])
    .executeTakeFirstOrThrow();
  const late = (last?: Step) => withoutInvoice(em, from ?? '-infinity', last).execute();
  for await (const steps of readInBatches(BATCH, late)) await issueLate(em, settings, steps);
  // What was given back before the first run has its credit note with its invoice.
  const unnoted = (last?: Step) => withoutCreditNote(em, from ?? recently, last).execute();
  for await (const steps of readInBatches(BATCH, unnoted)) await issueLate(em, settings, steps);
  await db(em)
    .insertInto('lateDocumentPosition')
    .values({ id: 1, seenUntil: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seenUntil: now }))
    .execute();
}

type Step = { id: string; orderId: string; date: string };

async function issueLate(em: EntityManager, settings: ShopSettings, steps: readonly Step[]): Promise<void> {
  const orderIds = [...new Set(steps.map(({ orderId }) => orderId))];
  await inFreshTransaction(em, async (em) => {
    await db(em)
      .selectFrom('shopOrder')
      .select('id')
      .where('id', '=', anyOf(orderIds))
      .orderBy('id')
      .forUpdate()
      .execute();
    await issueDocuments(em, settings, orderIds, { isNow: false });
  });
}

function withoutInvoice(em: EntityManager, from: string, last: Step | undefined) {
  return steps(em, from, last)
    .where('what', '=', sql<'paid'>`'paid'`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('document')
            .select('document.id')
            .whereRef('document.orderId', '=', 'orderHistory.orderId')
            .where('document.invoiceId', 'is', null),
        ),
      ),
    );
}

/** Of which more was given back than credit notes say. */
function withoutCreditNote(em: EntityManager, from: string, last: Step | undefined) {
  const credited = sql<number>`(
    select coalesce(sum(case kind when 'creditNote' then document.amount else -document.amount end), 0)
    from document where document.order_id = order_history.order_id and document.invoice_id is not null)`;
  return steps(em, from, last)
    .innerJoin('shopOrder', 'shopOrder.id', 'orderHistory.orderId')
    .where('what', 'in', sql<'refunded'>`('partlyRefunded', 'refunded')`)
    .where('shopOrder.refunded', '>', credited);
}

/** Steps of orders since a time, oldest first. */
function steps(em: EntityManager, from: string, last: Step | undefined) {
  const found = db(em)
    .selectFrom('orderHistory')
    .select(['orderHistory.id', 'orderHistory.orderId', 'orderHistory.date'])
    .where('orderHistory.date', '>=', from)
    .orderBy('orderHistory.date')
    .orderBy('orderHistory.id')
    .limit(BATCH);
  if (last === undefined) return found;
  const rest = sql<boolean>`(order_history.date, order_history.id) > (${last.date}::timestamptz, ${last.id}::uuid)`;
  return found.where(rest);
}
