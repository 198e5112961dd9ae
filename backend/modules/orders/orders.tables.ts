import { queriesOn, type Table } from '../../core/queries.ts';
import type { OrderHistorySchema, OrderLineSchema, OrderSchema } from './order.entity.ts';

export const db = queriesOn<{
  shopOrder: Table<typeof OrderSchema>;
  orderLine: Table<typeof OrderLineSchema>;
  orderHistory: Table<typeof OrderHistorySchema>;
}>();
