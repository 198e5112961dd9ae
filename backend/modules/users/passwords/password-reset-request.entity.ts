import { defineEntity, p } from '@mikro-orm/core';
import { id, now, uniqueIndex } from '../../../core/database/columns.ts';
import { keyOfEmail } from '../../../core/database/names.ts';
import { User } from '../accounts/user.entity.ts';

/**
 * A request to reset the password of an email, which need not belong to a user. A newer request for the same email
 * replaces it.
 */
export const PasswordResetRequest = defineEntity({
  name: 'PasswordResetRequest',
  properties: {
    id: id(),
    /** As typed; compared in lower case. */
    email: p.text(),
    /** The user with this email; null until the worker has looked it up. */
    user: () => p.manyToOne(User).deleteRule('cascade').nullable().index(),
    /** SHA-256, in hex, of the token in each email: several if a retry couldn't tell whether the first was sent. */
    tokenHashes: p.array().columnType('text[]').defaultRaw(`'{}'`),
    /** When the tokens expire; null until there is one. */
    expiresAt: p.datetime().nullable(),
    createdAt: now(),
  },
  uniques: [
    uniqueIndex('password_reset_request_email_key', `"password_reset_request" (${keyOfEmail('email')})`),
    // For the previous release.
    uniqueIndex('password_reset_request_email_unique', '"password_reset_request" (lower(email))'),
  ],
});
