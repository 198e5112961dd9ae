import { sendOrderMail } from '../../backend/modules/orders/mails/order-mails.service.ts';
import { defineJob } from './job.ts';

export const refundNotice = defineJob({
  queue: 'emails',
  on: ['order.refunded'],
  run: (deps, refund) => sendOrderMail(deps, 'refund', refund),
});
