import { sendOrderMail } from '../../backend/modules/orders/mails/order-mails.service.ts';
import { defineJob } from './job.ts';

export const orderConfirmation = defineJob({
  queue: 'emails',
  on: ['order.paid'],
  run: (deps, order) => sendOrderMail(deps, 'orderConfirmation', order),
});
