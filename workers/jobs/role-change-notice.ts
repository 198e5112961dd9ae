import { sendRoleChange } from '../../backend/modules/users/accounts/account-notices.email.ts';
import { defineJob } from './job.ts';

export const roleChangeNotice = defineJob({
  queue: 'emails',
  on: ['user.roleChanged'],
  run: sendRoleChange,
});
