import { cancelOutdated } from '../../backend/modules/payments/settlement/outdated.service.ts';
import { defineJob } from './job.ts';

export const outdatedPayments = defineJob({
  queue: 'payments',
  on: ['product.offerEnded'],
  run: ({ em, provider }, { productIds }) => cancelOutdated({ em, provider }, productIds),
});
