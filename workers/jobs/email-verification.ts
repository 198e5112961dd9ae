import { sendEmailVerification } from '../../backend/modules/users/verification/email-verification.email.ts';
import { defineJob } from './job.ts';

export const emailVerification = defineJob({
  queue: 'emails',
  on: ['user.verificationRequested'],
  run: ({ em, mailer, publicUrl }, request) => sendEmailVerification(em, mailer, publicUrl, request),
});
