import { giveUpPicture, processPicture } from '../../backend/modules/pictures/processing.service.ts';
import { defineJob } from './job.ts';

export const productImage = defineJob({
  queue: 'images',
  on: ['product.imageUploaded'],
  turn: ({ turn }) => turn,
  run: ({ em, storage }, { pictureId, turn }) => processPicture(em, storage, 'product', pictureId, turn),
  giveUp: ({ em }, { pictureId }) => giveUpPicture(em, pictureId),
});
