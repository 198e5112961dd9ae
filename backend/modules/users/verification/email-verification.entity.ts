import { defineEntity, p } from '@mikro-orm/core';
import { now } from '../../../core/database/columns.ts';
import { User } from '../accounts/user.entity.ts';

/** A link that verifies a user's email, as often as it is opened until it expires. */
export const EmailVerification = defineEntity({
  name: 'EmailVerification',
  properties: {
    /** SHA-256 of the token, in hex. Only the mail contains the token. */
    tokenHash: p.text().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    expiresAt: p.datetime().index(),
    createdAt: now(),
  },
});
