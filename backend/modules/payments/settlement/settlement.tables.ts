import { queriesOn, type Table } from '../../../core/database/queries.ts';
import type { PaymentEvent } from '../webhooks/payment-event.entity.ts';
import type { PaymentEventPosition } from '../webhooks/payment-event-position.entity.ts';

export const db = queriesOn<{
  paymentEvent: Table<typeof PaymentEvent>;
  paymentEventPosition: Table<typeof PaymentEventPosition>;
}>();
