import { queriesOn, type Table } from '../../core/queries.ts';
import type { PaymentEventSchema } from './payment-event.entity.ts';
import type { PaymentEventPositionSchema } from './payment-event-position.entity.ts';

export const db = queriesOn<{
  paymentEvent: Table<typeof PaymentEventSchema>;
  paymentEventPosition: Table<typeof PaymentEventPositionSchema>;
}>();
