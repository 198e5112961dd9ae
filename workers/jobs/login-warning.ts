import { sendLoginAttackWarning } from '../../backend/modules/users/limits/login-attack.email.ts';
import { defineJob } from './job.ts';

export const loginWarning = defineJob({
  queue: 'emails',
  on: ['user.loginAttacked'],
  run: ({ em, mailer, publicUrl }, warning) => sendLoginAttackWarning(em, mailer, publicUrl, warning),
});
