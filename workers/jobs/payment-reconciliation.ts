import { reconcilePayments } from '../../backend/modules/payments/payments.service.ts';
import { defineSchedule } from './job.ts';

export const paymentReconciliation = defineSchedule({
  queue: 'payments',
  every: 60_000,
  run: ({ em, provider }) => reconcilePayments({ em, provider }),
});
