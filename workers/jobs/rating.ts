import { refreshRating } from '../../backend/modules/ratings/ratings.service.ts';
import { defineJob } from './job.ts';

export const rating = defineJob({
  queue: 'ratings',
  on: ['product.rated'],
  run: ({ em }, { productId }) => refreshRating(em, productId),
});
