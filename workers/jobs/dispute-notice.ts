import { sendDisputeNotice } from '../../backend/modules/orders/mails/orders.emails.ts';
import { defineJob } from './job.ts';

export const disputeNotice = defineJob({
  queue: 'emails',
  on: ['order.disputed'],
  run: ({ em, mailer, publicUrl }, dispute) => sendDisputeNotice(em, mailer, publicUrl, dispute),
});
