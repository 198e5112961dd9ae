import { queriesOn, type Table } from '../../core/queries.ts';
import type { PaymentEventSchema } from './payment-event.entity.ts';
import type { PaymentEventLookSchema } from './payment-event-look.entity.ts';

export const db = queriesOn<{
  paymentEvent: Table<typeof PaymentEventSchema>;
  paymentEventLook: Table<typeof PaymentEventLookSchema>;
}>();
