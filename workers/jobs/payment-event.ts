import { handlePaymentEvent } from '../../backend/modules/payments/webhooks/webhooks.service.ts';
import { defineJob } from './job.ts';

export const paymentEvent = defineJob({
  queue: 'payments',
  on: ['payment.eventReceived'],
  run: ({ em, provider }, { eventId }) => handlePaymentEvent({ em, provider }, eventId),
});
