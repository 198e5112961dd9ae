import { LRUCache } from 'lru-cache';
import type { FeedSettings } from '#contract/integration/feeds.ts';
import { inLanguage } from '#messages/context.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { readContentTag } from '../catalogue/changes/catalogue-changes.queries.ts';
import { countFeedProducts, type FeedDemands } from '../catalogue/feeds/feed-problems.queries.ts';
import { listActiveMethods } from '../delivery/delivery.queries.ts';
import { deliversTo } from './feed-row.ts';
import { formats } from './formats.ts';

type Counts = { products: number; problems: number };
type Counted = { em: EntityManager; feed: FeedSettings; demands: FeedDemands };

/** What a feed asks of its products. */
export async function demandsOf(em: EntityManager, { format, country }: FeedSettings): Promise<FeedDemands> {
  const { idMax, titleMax, hasSoldOut } = formats[format];
  const isDelivered = (await listActiveMethods(em)).some(deliversTo(country));
  return { idMax, titleMax, hasSoldOut, isDelivered };
}

/** Counts the products of feeds, again only after a change: in a large catalogue, that takes more than a second. */
export function createFeedCounts() {
  const known = new LRUCache<string, Counts, Counted>({
    max: 200,
    fetchMethod: (_key, _stale, { context: { em, feed, demands } }) =>
      inLanguage(feed.language, () => countFeedProducts(em, demands)),
  });

  return async (em: EntityManager, feed: FeedSettings): Promise<Counts> => {
    const demands = await demandsOf(em, feed);
    const key = JSON.stringify([feed.language, demands, await readContentTag(em)]);
    return known.forceFetch(key, { context: { em, feed, demands } });
  };
}
