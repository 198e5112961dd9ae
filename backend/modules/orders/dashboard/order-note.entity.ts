import { defineEntity, p } from '@mikro-orm/core';
import { id, now } from '../../../core/database/columns.ts';
import { Order } from '../order.entity.ts';

/** What an admin tells the others about an order. Shoppers never see it. */
export const OrderNote = defineEntity({
  name: 'OrderNote',
  tableName: 'order_note',
  properties: {
    id: id(),
    order: () => p.manyToOne(Order).deleteRule('cascade').index(),
    authorId: p.uuid(),
    authorName: p.text(),
    content: p.text(),
    createdAt: now(),
  },
});
