import { defineEntity, p } from '@mikro-orm/core';
import { now } from '../../../core/database/columns.ts';

/**
 * A change to a product, or to a category if `productId` is null. Triggers write it, so no code path can forget to. API
 * processes read it to follow the catalogue; `xid` shows which changes a reader's last snapshot did not include.
 */
export const CatalogueChangeSchema = defineEntity({
  name: 'CatalogueChange',
  tableName: 'catalogue_change',
  properties: {
    id: p.bigint().primary(),
    productId: p.uuid().nullable(),
    /** The transaction that made the change. */
    xid: p.text().columnType('xid8').defaultRaw('pg_current_xact_id()').index(),
    createdAt: now(),
  },
});
