import { queriesOn, type Table } from '../../../core/database/queries.ts';
import type { PaymentEventSchema } from '../webhooks/payment-event.entity.ts';
import type { PaymentEventPositionSchema } from '../webhooks/payment-event-position.entity.ts';

export const db = queriesOn<{
  paymentEvent: Table<typeof PaymentEventSchema>;
  paymentEventPosition: Table<typeof PaymentEventPositionSchema>;
}>();
