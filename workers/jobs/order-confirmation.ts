import { sendOrderConfirmation } from '../../backend/modules/orders/orders.emails.ts';
import { defineJob } from './job.ts';

export const orderConfirmation = defineJob({
  queue: 'emails',
  on: ['order.paid'],
  run: ({ em, mailer, publicUrl }, { orderId }) => sendOrderConfirmation(em, mailer, publicUrl, orderId),
});
