import { announceExpired } from '../../backend/modules/orders/money/cancel-requests.service.ts';
import { defineSchedule } from './job.ts';

export const orderExpiry = defineSchedule({
  queue: 'payments',
  every: 60_000,
  run: ({ em, orderExpirySeconds }) => announceExpired(em, orderExpirySeconds * 1000),
});
