import { sendOrderMail } from '../../backend/modules/orders/mails/order-mails.service.ts';
import { defineJob } from './job.ts';

export const cancellationNotice = defineJob({
  queue: 'emails',
  on: ['order.canceled'],
  run: (deps, cancellation) => sendOrderMail(deps, 'cancellation', cancellation),
});
