import { defineEntity, p } from '@mikro-orm/core';
import { id, index, now } from '../../../core/database/columns.ts';
import { searchedBy } from '../../../core/database/names.ts';
import { Order } from '../order.entity.ts';

/** A tracking number without the spaces that carriers print, in SQL. */
export const trackingNumber = `replace(tracking_number, ' ', '')`;

/** Units of an order on their way to the shopper. */
export const Shipment = defineEntity({
  name: 'Shipment',
  tableName: 'shipment',
  properties: {
    id: id(),
    order: () => p.manyToOne(Order).deleteRule('cascade').index(),
    carrier: p.text(),
    /** '' without one. */
    trackingNumber: p.text(),
    /** '' without one. */
    trackingUrl: p.text(),
    lines: p.json<{ productId: string; count: number }[]>(),
    /** The return that it replaces; null for others. Its units were shipped before. */
    returnId: p.uuid().nullable(),
    createdAt: now(),
  },
  indexes: [
    // For the dashboard's search of orders.
    index('shipment_tracking_search_index', `"shipment" using ${searchedBy(trackingNumber)}`),
  ],
});
