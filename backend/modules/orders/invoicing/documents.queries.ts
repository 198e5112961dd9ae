import type { InferResult } from 'kysely';
import type { EntityManager } from '../../../core/database/db.ts';
import { db } from '../orders.tables.ts';

export type IssuedDocument = InferResult<ReturnType<typeof issuedDocuments>>[number];

/** Documents with all that they show. */
export function issuedDocuments(em: EntityManager) {
  return db(em)
    .selectFrom('document')
    .select(['id', 'orderId', 'kind', 'invoiceId', 'refundId', 'series', 'position', 'number', 'date'])
    .select(['currency', 'amount', 'snapshot', 'isKept', 'sha256']);
}

/** The documents of an order, in the order in which they were issued. */
export function listDocuments(em: EntityManager, orderId: string): Promise<IssuedDocument[]> {
  return issuedDocuments(em).where('orderId', '=', orderId).orderBy('date').orderBy('id').execute();
}
