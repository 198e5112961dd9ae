import { refreshProductCount } from '../../backend/modules/catalogue/categories/categories.service.ts';
import { defineJob } from './job.ts';

export const productCount = defineJob({
  queue: 'categories',
  on: ['product.created', 'product.moved', 'product.deleted'],
  run: ({ em }, { categoryId }) => refreshProductCount(em, categoryId),
});
