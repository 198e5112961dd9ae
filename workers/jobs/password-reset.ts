import { sendPasswordReset } from '../../backend/modules/users/passwords/password-reset.email.ts';
import { defineJob } from './job.ts';

export const passwordReset = defineJob({
  queue: 'emails',
  on: ['user.passwordResetRequested'],
  run: ({ em, mailer, publicUrl }, { requestId }) => sendPasswordReset(em, mailer, publicUrl, requestId),
});
