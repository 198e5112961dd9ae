import { resendOrderMail } from '../../backend/modules/orders/mails/order-mails.service.ts';
import { defineJob } from './job.ts';

export const resentMail = defineJob({
  queue: 'emails',
  on: ['order.mailResendRequested'],
  run: resendOrderMail,
});
