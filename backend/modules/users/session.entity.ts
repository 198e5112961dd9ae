import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.entity.ts';

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'session',
  properties: {
    /** SHA-256 of the token, in hex. The token itself is known to the client alone. */
    tokenHash: p.text().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    createdAt: p
      .datetime()
      .defaultRaw('now()')
      .onCreate(() => new Date()),
    expiresAt: p.datetime().index(),
  },
});

export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);
