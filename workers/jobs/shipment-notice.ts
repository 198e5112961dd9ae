import { sendOrderMail } from '../../backend/modules/orders/mails/order-mails.service.ts';
import { defineJob } from './job.ts';

export const shipmentNotice = defineJob({
  queue: 'emails',
  on: ['order.shipped'],
  run: (deps, shipment) => sendOrderMail(deps, 'shipment', shipment),
});
