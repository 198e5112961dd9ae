import { defineEntity, p } from '@mikro-orm/core';
import { id, now } from '../../core/columns.ts';
import { User } from './user.entity.ts';

/**
 * Somebody asked to reset the password of an email, be it anybody's or nobody's: at most one an email, since a newer
 * request takes the place of the older one.
 */
export const PasswordResetRequestSchema = defineEntity({
  name: 'PasswordResetRequest',
  tableName: 'password_reset_request',
  properties: {
    id: id(),
    /** As typed; compared in lower case. */
    email: p.text(),
    /** Whose email it is; null until the worker has found out. */
    user: () => p.manyToOne(User).deleteRule('cascade').nullable().index(),
    /** SHA-256, in hex, of the token in each email: more than one if nobody knew whether the first had been sent. */
    tokenHashes: p.array().columnType('text[]').defaultRaw(`'{}'`),
    /** When the tokens stop working; null until there is one. */
    expiresAt: p.datetime().nullable(),
    createdAt: now(),
  },
  uniques: [
    {
      name: 'password_reset_request_email_unique',
      expression:
        'create unique index "password_reset_request_email_unique" on "password_reset_request" (lower(email))',
    },
  ],
});

export class PasswordResetRequest extends PasswordResetRequestSchema.class {}
PasswordResetRequestSchema.setClass(PasswordResetRequest);
