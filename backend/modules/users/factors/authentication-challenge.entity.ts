import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../accounts/user.entity.ts';

/** What a challenge may be used for. */
export const challengePurposes = ['secondStep', 'passkeyLogin', 'newPasskey', 'reauthentication'] as const;

/** A random value that one response may refer to: a second step, or a passkey's signature. */
export const AuthenticationChallenge = defineEntity({
  name: 'AuthenticationChallenge',
  properties: {
    /** SHA-256 of the challenge, in hex. */
    hash: p.text().primary(),
    purpose: p.enum(challengePurposes).columnType('text'),
    /** Null for a login by passkey alone, which says whose it is. */
    user: () => p.manyToOne(User).deleteRule('cascade').nullable().index(),
    expiresAt: p.datetime().index(),
  },
});
