import { sql } from 'kysely';
import { readInBatches } from '../../../core/batches.ts';
import { type EntityManager, inFreshTransaction } from '../../../core/database/db.ts';
import { anyOf } from '../../../core/database/queries.ts';
import type { ShopSettings } from '../../settings/shop-settings.ts';
import { db } from '../orders.tables.ts';
import { issueDocuments } from './invoicing.service.ts';

/** Orders per transaction, during which others wait for numbers. */
const BATCH = 50;

/** How long before the last run a payment may have been recorded that it did not see: by the previous release, too. */
const OVERLAP = '1 day';

/**
 * Issues the documents of orders that were paid before there were any, in the order of their payment, and of those that the
 * previous release settles during a deploy. Idempotent; a run that is interrupted goes on with the next.
 */
export async function issueLateDocuments(em: EntityManager, settings: ShopSettings): Promise<void> {
  const { now, from } = await db(em)
    .selectNoFrom(({ selectFrom }) => [
      sql<string>`now()`.as('now'),
      selectFrom('lateDocumentPosition')
        .select(sql<string>`seen_until - ${sql.lit(OVERLAP)}::interval`.as('from'))
        .as('from'),
    ])
    .executeTakeFirstOrThrow();
  const batches = readInBatches(BATCH, (last?: PaidStep) => ordersWithoutInvoice(em, from ?? '-infinity', last));
  for await (const steps of batches) {
    const orderIds = steps.map(({ orderId }) => orderId);
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
  await db(em)
    .insertInto('lateDocumentPosition')
    .values({ id: 1, seenUntil: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seenUntil: now }))
    .execute();
}

type PaidStep = { id: string; orderId: string; date: string };

function ordersWithoutInvoice(em: EntityManager, from: string, last: PaidStep | undefined): Promise<PaidStep[]> {
  const found = db(em)
    .selectFrom('orderHistory')
    .select(['orderHistory.id', 'orderHistory.orderId', 'orderHistory.date'])
    .where('what', '=', sql<'paid'>`'paid'`)
    .where('orderHistory.date', '>=', from)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('document')
            .select('document.id')
            .whereRef('document.orderId', '=', 'orderHistory.orderId')
            .where('document.invoiceId', 'is', null),
        ),
      ),
    )
    .orderBy('orderHistory.date')
    .orderBy('orderHistory.id')
    .limit(BATCH);
  if (last === undefined) return found.execute();
  const rest = sql<boolean>`(order_history.date, order_history.id) > (${last.date}::timestamptz, ${last.id}::uuid)`;
  return found.where(rest).execute();
}
