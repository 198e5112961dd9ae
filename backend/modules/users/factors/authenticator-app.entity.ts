import { defineEntity, p } from '@mikro-orm/core';
import { now } from '../../../core/database/columns.ts';
import { User } from '../accounts/user.entity.ts';

/** The authenticator app of a user. */
export const AuthenticatorApp = defineEntity({
  name: 'AuthenticatorApp',
  properties: {
    user: () => p.manyToOne(User).deleteRule('cascade').primary(),
    /** In base32, sealed by core/process/secret-box.ts. */
    secret: p.text().hidden(),
    /** When the first code was entered; null while the app is being set up. */
    confirmedAt: p.datetime().nullable(),
    /** The time step of the last code that was used, in 30 seconds since 1970. */
    lastStep: p.integer().nullable(),
    createdAt: now(),
  },
});
