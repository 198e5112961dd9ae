import { reconcilePayments } from '../../backend/modules/payments/settlement/reconciliation.service.ts';
import { defineSchedule } from './job.ts';

export const paymentReconciliation = defineSchedule({
  queue: 'payments',
  every: 60_000,
  run: ({ em, provider, log }) => reconcilePayments({ em, provider, log }),
});
