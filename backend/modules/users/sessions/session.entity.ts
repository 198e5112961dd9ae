import { defineEntity, p } from '@mikro-orm/core';
import { now } from '../../../core/database/columns.ts';
import { User } from '../accounts/user.entity.ts';

export const Session = defineEntity({
  name: 'Session',
  properties: {
    /** SHA-256 of the token, in hex. Only the client knows the token. */
    tokenHash: p.text().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    /** The client's User-Agent at login; null for sessions of older releases, as are the next two. */
    userAgent: p.text().nullable(),
    /** See networkOf. */
    network: p.text().nullable(),
    /** The UTC day of the last request. */
    lastUsedOn: p.date().nullable(),
    createdAt: now(),
    /** When the user last authenticated again; null if not since the login. */
    reauthenticatedAt: p.datetime().nullable(),
    expiresAt: p.datetime().index(),
  },
});
