import { defineEntity, p } from '@mikro-orm/core';
import type { Scope } from '#contract/integration/scopes.ts';
import { id, now } from '../../core/database/columns.ts';
import { User } from '../users/accounts/user.entity.ts';

export const ApiKey = defineEntity({
  name: 'ApiKey',
  properties: {
    id: id(),
    name: p.text(),
    /** As in Authorization; see tokenHashOf. Only the client knows the secret. */
    tokenHash: p.text().unique(),
    /** The beginning of the secret, by which people recognize it. */
    prefix: p.text(),
    scopes: p.array().$type<Scope[]>().columnType('text[]'),
    /** Whose key it is, with no more power than theirs; null once their account is deleted. */
    author: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    expiresAt: p.datetime().nullable(),
    lastUsedAt: p.datetime().nullable(),
    createdAt: now(),
  },
});
