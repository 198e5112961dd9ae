import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Gauge } from 'prom-client';
import { DEFAULT_LANGUAGE, type LanguageCode } from '#messages/languages.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { catalogueUpdateSeconds, catalogueUpdates, registry } from '../../core/observability/metrics.ts';
import { singleFlight } from '../../core/single-flight.ts';
import {
  type ReadUntil,
  readCategoryEntries,
  readChanges,
  readEntries,
  readEntriesOf,
  readSnapshot,
  tagOf,
} from '../catalogue/changes/catalogue-changes.queries.ts';
import { FOLLOW_LIMIT } from '../catalogue/changes/catalogue-changes.service.ts';
import { readTerms } from '../catalogue/terms/terms.queries.ts';
import { readLanguages } from '../settings/settings.queries.ts';
import { type CatalogueIndex, createCatalogueIndex } from './catalogue-index.ts';
import type { Dictionaries } from './shown-texts.ts';

/** Maximum age of a recent catalogue, in milliseconds; twice as much while many products change. */
const RECENT = 400;
/** Products that change between two reads only during an import or a large bulk edit. */
const MANY = 100;

const productGauge = new Gauge({
  name: 'webshop_catalogue_products',
  help: 'Products of the catalogue in memory.',
  registers: [registry],
});

export type Catalogue = ReturnType<typeof followCatalogue>;

type Followed = {
  index: CatalogueIndex;
  until: ReadUntil;
  tag: string;
  readAt: number;
  /** How many products had changed. */
  changeCount: number;
};

/**
 * Keeps the catalogue in memory, and reads what has changed before each use. PostgreSQL remains the source of truth: a
 * process that starts or has fallen behind loads everything.
 */
export function followCatalogue({ recent = RECENT } = {}) {
  let followed: Followed | null = null;
  let expiredAt = Number.NEGATIVE_INFINITY;
  let isUpdating = false;
  /** Whether the dictionary has changed since the catalogue was loaded. */
  let areWordsOutdated = false;
  let isReloading = false;
  /** The catalogue with its new words, until the next update takes it over. */
  let reloaded: Followed | null = null;
  let version = 0;

  async function load(em: EntityManager): Promise<Followed> {
    const readAt = performance.now();
    // Taken first, so that changes made during the load are read again.
    const until = await readSnapshot(em);
    const { languages, dictionaries } = await readWords(em);
    const index = createCatalogueIndex(languages, dictionaries);
    index.setCategories(await readCategoryEntries(em));
    for await (const entries of readEntries(em)) index.update([], entries);
    return { index, until, tag: randomUUID(), readAt, changeCount: 0 };
  }

  /**
   * Reads the catalogue again while requests go on with the old one, by whose words products are found until then. If it
   * fails, the next change or request retries it.
   */
  function reloadLater(em: EntityManager): void {
    if (isReloading || reloaded !== null) return;
    isReloading = true;
    const end = () => {
      isReloading = false;
    };
    load(em)
      .then((loaded) => {
        reloaded = loaded;
      })
      .then(end, end);
  }

  const follow = singleFlight(async (em: EntityManager) => {
    const readAt = performance.now();
    if (reloaded !== null) {
      followed = reloaded;
      reloaded = null;
      areWordsOutdated = false;
      version += 1;
    }
    const isStart = followed === null || readAt - followed.readAt > FOLLOW_LIMIT;
    if (followed === null || isStart) {
      followed = await load(em);
      version += 1;
    }
    const { index } = followed;
    const { until, newest, lastTurn, haveCategoriesChanged, productIds } = await readChanges(em, followed.until);
    if (haveCategoriesChanged) {
      const categories = await readCategoryEntries(em);
      const { languages, dictionaries } = await readWords(em);
      // Counted after reading: a response made of the old categories meanwhile must not count as new.
      version += 1;
      index.setLabels(dictionaries);
      areWordsOutdated ||= !isDeepStrictEqual(dictionaries, index.dictionaries);
      if (!index.setCategories(categories) || !isDeepStrictEqual(languages, index.languages)) {
        // Forgotten first: if loading fails, the next request tries again.
        followed = null;
        followed = await load(em);
        areWordsOutdated = false;
        version += 1;
        recordUpdate(followed.index, readAt);
        return followed.index;
      }
    }
    // Between the batches, requests get their turn.
    for await (const { ids, entries } of readEntriesOf(em, productIds)) {
      index.update(ids, entries);
      version += 1;
    }
    if (isStart || haveCategoriesChanged || productIds.length > 0) recordUpdate(index, readAt);
    const tag = newest === null ? followed.tag : tagOf(until.snapshot, newest, lastTurn);
    followed = { index, until, tag, readAt, changeCount: productIds.length };
    if (areWordsOutdated) reloadLater(em);
    return index;
  });

  /** The last catalogue if it is recent enough. Starts an update if requests needn't wait for it. */
  function findRecent(em: EntityManager): CatalogueIndex | null {
    if (followed === null || followed.readAt <= expiredAt) return null;
    const age = performance.now() - followed.readAt;
    if (age >= recent && (followed.changeCount <= MANY || age >= 2 * recent)) return null;
    if (age >= recent && !isUpdating) {
      isUpdating = true;
      const done = () => {
        isUpdating = false;
      };
      // If it fails, the next request retries it.
      follow(em).then(done, done);
    }
    return followed.index;
  }

  function lastLanguages(): readonly LanguageCode[] {
    return followed?.index.languages ?? [DEFAULT_LANGUAGE];
  }

  return {
    /**
     * The catalogue of at most RECENT milliseconds ago, or as of the last `expire`, mostly without a query. While many
     * products change, it may be twice as old, so that no request waits for the update.
     */
    async recent(em: EntityManager): Promise<CatalogueIndex> {
      return findRecent(em) ?? follow(em);
    },
    /** Whether `recent` would not wait for anything. */
    isRecent: () => followed !== null && followed.readAt > expiredAt && performance.now() - followed.readAt < recent,
    /** Counts the changes that were read. */
    version: () => version,
    /** Identifies the content that was last read: the same in all processes, and different after a change. */
    tag: () => followed?.tag ?? '',
    /** What the shop speaks; recent as `recent` is. While that can't be read, as it spoke last: also errors have a language. */
    async languages(em: EntityManager): Promise<readonly LanguageCode[]> {
      if (findRecent(em) === null) await follow(em).catch(() => {});
      return lastLanguages();
    },
    /** What the shop spoke when that was last read. */
    lastLanguages,
    /** Makes the next call read the catalogue again, because this process may have changed it. */
    expire(): void {
      expiredAt = performance.now();
    },
  };
}

type Languages = { languages: readonly LanguageCode[]; dictionaries: Dictionaries };

/** What the shop speaks, and its words. */
async function readWords(em: EntityManager): Promise<Languages> {
  const languages = await readLanguages(em);
  const dictionaries = new Map<LanguageCode, ReadonlyMap<string, string>>();
  for (const code of languages) if (code !== DEFAULT_LANGUAGE) dictionaries.set(code, await readTerms(em, code));
  return { languages, dictionaries };
}

function recordUpdate({ orders }: CatalogueIndex, start: number): void {
  catalogueUpdates.inc();
  catalogueUpdateSeconds.inc((performance.now() - start) / 1000);
  productGauge.set(orders.default.length);
}
