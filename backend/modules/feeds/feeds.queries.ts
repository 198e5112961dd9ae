import type { InferResult } from 'kysely';
import { m } from '#messages';
import type { EntityManager } from '../../core/database/db.ts';
import { prepared } from '../../core/database/queries.ts';
import { found } from '../../core/errors.ts';
import { db } from './feeds.tables.ts';

export type FeedRecord = InferResult<ReturnType<typeof feeds>>[number];

function feeds(em: EntityManager) {
  return db(em).selectFrom('feed').selectAll();
}

/** All feeds, the newest first. */
export function listFeeds(em: EntityManager): Promise<FeedRecord[]> {
  return feeds(em).orderBy('id', 'desc').execute();
}

/** @throws AppError notFound */
export async function findFeed(em: EntityManager, id: string): Promise<FeedRecord> {
  return found(await feeds(em).where('id', '=', id).executeTakeFirst(), m.feeds.notFound());
}

/** Locks a feed until the transaction ends. @throws AppError notFound */
export async function lockFeed(em: EntityManager, id: string): Promise<FeedRecord> {
  return found(await feeds(em).where('id', '=', id).forUpdate().executeTakeFirst(), m.feeds.notFound());
}

/** 32 bytes in base64url. */
const SECRET = /^[\w-]{43}$/;

const feedsWithSecret = prepared((em, secret: string) => feeds(em).where('secret', '=', secret));

/** The feed at a secret address. @throws AppError notFound */
export async function findFeedAt(em: EntityManager, secret: string): Promise<FeedRecord> {
  const [feed] = SECRET.test(secret) ? await feedsWithSecret(em, secret) : [];
  return found(feed, m.feeds.notFound());
}
