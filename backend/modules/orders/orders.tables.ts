import { queriesOn, type Table } from '../../core/database/queries.ts';
import type { OrderNote } from './dashboard/order-note.entity.ts';
import type { SavedView } from './dashboard/saved-views/saved-view.entity.ts';
import type { Shipment } from './fulfilment/shipment.entity.ts';
import type { DocumentSeries, DocumentTax, LateDocumentPosition, OrderDocument } from './invoicing/document.entity.ts';
import type { OrderMail, OrderMailResend } from './mails/order-mail.entity.ts';
import type { Refund } from './money/refund.entity.ts';
import type { Order, OrderHistory, OrderLine } from './order.entity.ts';
import type { OrderReturn } from './returns/order-return.entity.ts';
import type { DailyProductSales, DailySales } from './statistics/daily-sales.entity.ts';
import type { Withdrawal } from './withdrawals/withdrawal.entity.ts';

export type OrderTables = {
  shopOrder: Table<typeof Order>;
  orderLine: Table<typeof OrderLine>;
  orderHistory: Table<typeof OrderHistory>;
  refund: Table<typeof Refund>;
  orderNote: Table<typeof OrderNote>;
  dailySales: Table<typeof DailySales>;
  dailyProductSales: Table<typeof DailyProductSales>;
  orderMail: Table<typeof OrderMail>;
  orderMailResend: Table<typeof OrderMailResend>;
  savedView: Table<typeof SavedView>;
  shipment: Table<typeof Shipment>;
  document: Table<typeof OrderDocument>;
  documentSeries: Table<typeof DocumentSeries>;
  documentTax: Table<typeof DocumentTax>;
  lateDocumentPosition: Table<typeof LateDocumentPosition>;
  orderReturn: Table<typeof OrderReturn>;
  withdrawal: Table<typeof Withdrawal>;
};

export const db = queriesOn<OrderTables>();
