import { giveUpAvatar, processAvatar } from '../../backend/modules/users/avatars.service.ts';
import { defineJob } from './job.ts';

export const avatar = defineJob({
  queue: 'images',
  on: ['user.avatarUploaded'],
  run: ({ em, storage }, { userId, upload }) => processAvatar(em, storage, { userId, upload }),
  giveUp: ({ em }, { userId, upload }) => giveUpAvatar(em, { userId, upload }),
});
