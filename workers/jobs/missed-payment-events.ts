import { receiveMissedEvents } from '../../backend/modules/payments/webhooks/missed-events.service.ts';
import { defineSchedule } from './job.ts';

export const missedPaymentEvents = defineSchedule({
  queue: 'payments',
  every: 5 * 60_000,
  run: ({ em, provider, log }) => receiveMissedEvents({ em, provider, log }),
});
