import { sendCancellation } from '../../backend/modules/orders/orders.emails.ts';
import { defineJob } from './job.ts';

export const cancellationNotice = defineJob({
  queue: 'emails',
  on: ['order.canceled'],
  run: ({ em, mailer, publicUrl }, cancellation) => sendCancellation(em, mailer, publicUrl, cancellation),
});
