import { sendRefundNotice } from '../../backend/modules/orders/orders.emails.ts';
import { defineJob } from './job.ts';

export const refundNotice = defineJob({
  queue: 'emails',
  on: ['order.refunded'],
  run: ({ em, mailer, publicUrl }, { orderId }) => sendRefundNotice(em, mailer, publicUrl, orderId),
});
