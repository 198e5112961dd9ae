import { sendLowStock } from '../../backend/modules/catalogue/products/low-stock.email.ts';
import { defineJob } from './job.ts';

export const lowStockNotice = defineJob({
  queue: 'emails',
  on: ['stock.low'],
  run: ({ em, mailer, publicUrl }, notice) => sendLowStock(em, mailer, publicUrl, notice),
});
