import { giveUpProductImage, processProductImage } from '../../backend/modules/catalogue/pictures.service.ts';
import { defineJob } from './job.ts';

export const productImage = defineJob({
  queue: 'images',
  on: ['product.imageUploaded'],
  run: ({ em, storage }, { productId, upload }) => processProductImage(em, storage, { productId, upload }),
  giveUp: ({ em }, { productId, upload }) => giveUpProductImage(em, { productId, upload }),
});
