import { sql } from 'kysely';
import type { EntityManager } from '../../../core/database/db.ts';
import { ago } from '../../../core/database/queries.ts';
import { hashToken, newToken } from '../../../core/http/sessions.ts';
import { db } from '../accounts/users.tables.ts';
import type { challengePurposes } from './authentication-challenge.entity.ts';

/** Milliseconds. */
const LIFETIME = 5 * 60 * 1000;

export type ChallengePurpose = (typeof challengePurposes)[number];

/** Stores a new challenge, hashed. @returns the challenge: 256 random bits in base64url */
export async function newChallenge(
  em: EntityManager,
  purpose: ChallengePurpose,
  userId: string | null = null,
): Promise<string> {
  const challenge = newToken();
  await db(em)
    .insertInto('authenticationChallenge')
    .values({ hash: hashToken(challenge), purpose, userId, expiresAt: ago(-LIFETIME) })
    .execute();
  return challenge;
}

/** The user of a valid challenge; null if it is unknown, used or expired. */
export async function userOfChallenge(
  em: EntityManager,
  purpose: ChallengePurpose,
  challenge: string,
): Promise<string | null> {
  const found = await db(em)
    .selectFrom('authenticationChallenge')
    .select('userId')
    .where('hash', '=', hashToken(challenge))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', sql<string>`now()`)
    .executeTakeFirst();
  return found?.userId ?? null;
}

/** Uses a challenge up. Of two concurrent calls, one gets true. Undone if the transaction fails. */
export async function takeChallenge(
  em: EntityManager,
  purpose: ChallengePurpose,
  challenge: string,
  userId: string | null,
): Promise<boolean> {
  const taken = await db(em)
    .deleteFrom('authenticationChallenge')
    .where('hash', '=', hashToken(challenge))
    .where('purpose', '=', purpose)
    .where('userId', userId === null ? 'is' : '=', userId)
    .where('expiresAt', '>', sql<string>`now()`)
    .returning('hash')
    .executeTakeFirst();
  return taken !== undefined;
}
