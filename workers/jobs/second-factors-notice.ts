import { sendFactorsChanged } from '../../backend/modules/users/factors/factors.email.ts';
import { defineJob } from './job.ts';

export const secondFactorsNotice = defineJob({
  queue: 'emails',
  on: ['user.secondFactorsChanged'],
  run: ({ em, mailer, publicUrl }, notice) => sendFactorsChanged(em, mailer, publicUrl, notice),
});
