import { sendPasswordChange } from '../../backend/modules/users/accounts/account-notices.email.ts';
import { defineJob } from './job.ts';

export const passwordChangeNotice = defineJob({
  queue: 'emails',
  on: ['user.passwordChanged'],
  run: sendPasswordChange,
});
