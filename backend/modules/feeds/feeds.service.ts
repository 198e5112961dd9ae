import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { EditFeedInput, FeedInput } from '#contract/integration/feeds.input.ts';
import { FEEDS_MAX, type FeedSettings, feedFormatNames } from '#contract/integration/feeds.ts';
import { m } from '#messages';
import { type Actor, audit, changesBetween } from '../../core/audit/audit.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { AppError, invalid } from '../../core/errors.ts';
import { givenFields } from '../../core/http/validation.ts';
import { newId } from '../../core/ids.ts';
import { readLanguages } from '../settings/settings.queries.ts';
import { type FeedRecord, lockFeed } from './feeds.queries.ts';
import { db } from './feeds.tables.ts';

/** Bytes of randomness in a feed's address. */
const SECRET_BYTES = 32;

/** Adds a feed at a new secret address. @throws AppError invalid; conflict if there are too many */
export async function addFeed(em: EntityManager, actor: Actor, input: FeedInput): Promise<FeedRecord> {
  return em.transactional(async (em) => {
    await checkLanguage(em, input);
    // So that two that are added at once are counted.
    await em.execute('lock table "feed" in share row exclusive mode');
    const { count } = await db(em)
      .selectFrom('feed')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (count >= FEEDS_MAX) throw new AppError('conflict', m.feeds.tooMany({ max: FEEDS_MAX }));
    const feed = await db(em)
      .insertInto('feed')
      .values({ id: newId(), ...input, secret: randomBytes(SECRET_BYTES).toString('base64url') })
      .returningAll()
      .executeTakeFirstOrThrow();
    const changes = changesBetween({}, audited(feed));
    audit(em, actor, { action: 'feed.added', subjectId: feed.id, subjectName: nameOf(feed), changes });
    return feed;
  });
}

/**
 * Edits a feed; absent fields keep their values. Its secret stays, though the end of its address follows the format.
 * @throws AppError notFound; invalid
 */
export async function editFeed(em: EntityManager, actor: Actor, id: string, input: EditFeedInput): Promise<FeedRecord> {
  return em.transactional(async (em) => {
    const feed = await lockFeed(em, id);
    const edited: FeedRecord = { ...feed, ...givenFields(input) };
    const changes = changesBetween(audited(feed), audited(edited));
    if (Object.keys(changes).length === 0) return feed;
    if (edited.language !== feed.language) await checkLanguage(em, edited);
    await db(em).updateTable('feed').set(audited(edited)).where('id', '=', id).execute();
    audit(em, actor, { action: 'feed.edited', subjectId: id, subjectName: nameOf(feed), changes });
    return edited;
  });
}

/** Deletes a feed: nothing is at its address any more. @throws AppError notFound */
export async function deleteFeed(em: EntityManager, actor: Actor, id: string): Promise<void> {
  await em.transactional(async (em) => {
    const feed = await lockFeed(em, id);
    await db(em).deleteFrom('feed').where('id', '=', id).execute();
    const changes = changesBetween(audited(feed), {});
    audit(em, actor, { action: 'feed.deleted', subjectId: id, subjectName: nameOf(feed), changes });
  });
}

/** Records when a feed was requested. */
export async function recordRead(em: EntityManager, id: string): Promise<void> {
  await db(em).updateTable('feed').set({ readAt: sql<string>`now()` }).where('id', '=', id).execute();
}

/** @throws AppError invalid unless the shop speaks the language */
async function checkLanguage(em: EntityManager, { language }: Pick<FeedSettings, 'language'>): Promise<void> {
  if (!(await readLanguages(em)).includes(language)) throw invalid({ language: m.feeds.wrongLanguage() });
}

/** A feed as the audit trail records it, which doesn't tell its secret. */
function audited({ format, language, currency, country }: FeedSettings): FeedSettings {
  return { format, language, currency, country };
}

/** "idealo (de, EUR, DE)". */
function nameOf({ format, language, currency, country }: FeedSettings): string {
  return `${feedFormatNames[format]} (${[language, currency, country].join(', ')})`;
}
