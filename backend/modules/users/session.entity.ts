import { defineEntity, p } from '@mikro-orm/core';
import { now } from '../../core/columns.ts';
import { User } from './user.entity.ts';

export const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'session',
  properties: {
    /** SHA-256 of the token, in hex. Only the client knows the token. */
    tokenHash: p.text().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    createdAt: now(),
    /** When the user last authenticated again; null if not since the login. */
    reauthenticatedAt: p.datetime().nullable(),
    expiresAt: p.datetime().index(),
  },
});

export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);
