import { sendShipmentNotice } from '../../backend/modules/orders/orders.emails.ts';
import { defineJob } from './job.ts';

export const shipmentNotice = defineJob({
  queue: 'emails',
  on: ['order.shipped'],
  run: ({ em, mailer, publicUrl }, shipment) => sendShipmentNotice(em, mailer, publicUrl, shipment),
});
