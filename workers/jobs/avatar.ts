import { giveUpPicture, processPicture } from '../../backend/modules/pictures/processing.service.ts';
import { defineJob } from './job.ts';

export const avatar = defineJob({
  queue: 'avatars',
  on: ['user.avatarUploaded'],
  turn: ({ turn }) => turn,
  run: ({ em, storage }, { pictureId, turn }) => processPicture(em, storage, 'user', pictureId, turn),
  giveUp: ({ em }, { pictureId }) => giveUpPicture(em, pictureId),
});
