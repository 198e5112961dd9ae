import { queriesOn, type Table } from '../../../core/database/queries.ts';
import type { PaymentEvent, PaymentEventPosition } from './payment-event.entity.ts';

export const db = queriesOn<{
  paymentEvent: Table<typeof PaymentEvent>;
  paymentEventPosition: Table<typeof PaymentEventPosition>;
}>();
