import { giveUpPicture, processDemandingPicture } from '../../backend/modules/pictures/processing.service.ts';
import { defineJob } from './job.ts';

export const demandingPicture = defineJob({
  queue: 'demandingPictures',
  on: ['picture.foundDemanding'],
  turn: ({ turn }) => turn,
  run: ({ em, storage }, { ownerKind, pictureId }) => processDemandingPicture(em, storage, ownerKind, pictureId),
  giveUp: ({ em }, { pictureId }) => giveUpPicture(em, pictureId),
});
