import { sendRefundNotice } from '../../backend/modules/orders/orders.emails.ts';
import { defineJob } from './job.ts';

export const refundNotice = defineJob({
  queue: 'emails',
  on: ['order.refunded'],
  run: ({ em, mailer, publicUrl }, refund) => sendRefundNotice(em, mailer, publicUrl, refund),
});
