import { queriesOn, type Table } from '../../core/database/queries.ts';
import type { OrderNoteSchema } from './dashboard/order-note.entity.ts';
import type { SavedViewSchema } from './dashboard/saved-views/saved-view.entity.ts';
import type { ShipmentSchema } from './fulfilment/shipment.entity.ts';
import type { OrderMailResendSchema, OrderMailSchema } from './mails/order-mail.entity.ts';
import type { RefundSchema } from './money/refund.entity.ts';
import type { OrderHistorySchema, OrderLineSchema, OrderSchema } from './order.entity.ts';
import type { DailyProductSalesSchema, DailySalesSchema } from './statistics/daily-sales.entity.ts';

export type OrderTables = {
  shopOrder: Table<typeof OrderSchema>;
  orderLine: Table<typeof OrderLineSchema>;
  orderHistory: Table<typeof OrderHistorySchema>;
  refund: Table<typeof RefundSchema>;
  orderNote: Table<typeof OrderNoteSchema>;
  dailySales: Table<typeof DailySalesSchema>;
  dailyProductSales: Table<typeof DailyProductSalesSchema>;
  orderMail: Table<typeof OrderMailSchema>;
  orderMailResend: Table<typeof OrderMailResendSchema>;
  savedView: Table<typeof SavedViewSchema>;
  shipment: Table<typeof ShipmentSchema>;
};

export const db = queriesOn<OrderTables>();
