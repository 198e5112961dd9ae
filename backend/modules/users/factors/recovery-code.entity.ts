import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';

/** An unused recovery code. */
export const RecoveryCode = defineEntity({
  name: 'RecoveryCode',
  properties: {
    /** SHA-256, in hex. */
    hash: p.text().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
  },
});
