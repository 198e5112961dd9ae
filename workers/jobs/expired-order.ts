import { cancelExpired } from '../../backend/modules/payments/settlement/settlement.service.ts';
import { defineJob } from './job.ts';

export const expiredOrder = defineJob({
  queue: 'expiry',
  on: ['order.expired'],
  run: ({ em, provider }, { orderId }) => cancelExpired({ em, provider }, orderId),
});
