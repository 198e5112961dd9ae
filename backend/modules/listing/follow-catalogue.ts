import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '../../core/database/db.ts';
import { count, setLevel } from '../../core/observability/figures.ts';
import { singleFlight } from '../../core/single-flight.ts';
import {
  type CategoryEntry,
  readCategoryEntries,
  readChanges,
  readEntries,
  readEntriesOf,
  readSnapshot,
} from '../catalogue/changes/catalogue-changes.queries.ts';
import { FOLLOW_LIMIT } from '../catalogue/changes/catalogue-changes.service.ts';
import { type CatalogueIndex, createCatalogueIndex } from './catalogue-index.ts';

/** Maximum age of a recent catalogue, in milliseconds; twice as much while many products change. */
const RECENT = 400;
/** Products that change between two reads only during an import or a large bulk edit. */
const MANY = 100;

export type ChangeListener = {
  /** Products that changed, and the numbers of the families that they are or were in. */
  productsChanged(productIds: readonly string[], families: ReadonlySet<number>): void;
  /** Everything may have changed. */
  allChanged(): void;
};

export type Catalogue = {
  /**
   * The catalogue as of the call, or later. While many products change, it is like `recent`: updating the index for every
   * request would slow down all of them.
   */
  current(em: EntityManager): Promise<CatalogueIndex>;
  /**
   * The catalogue of at most RECENT milliseconds ago, or as of the last `expire`, mostly without a query. While many
   * products change, it may be twice as old, so that no request waits for the update.
   */
  recent(em: EntityManager): Promise<CatalogueIndex>;
  /** Makes the next call read the catalogue again, because this process may have changed it. */
  expire(): void;
  listen(listener: ChangeListener): void;
};

type Followed = {
  index: CatalogueIndex;
  snapshot: string;
  readAt: number;
  /** How many products had changed. */
  changeCount: number;
};

/**
 * Keeps the catalogue in memory, and reads what has changed before each use. PostgreSQL remains the source of truth: a
 * process that starts or has fallen behind loads everything.
 */
export function followCatalogue({ recent = RECENT } = {}): Catalogue {
  let followed: Followed | null = null;
  let expiredAt = Number.NEGATIVE_INFINITY;
  let isUpdating = false;
  const listeners: ChangeListener[] = [];

  async function load(em: EntityManager): Promise<Followed> {
    const readAt = performance.now();
    // Taken first, so that changes made during the load are read again.
    const snapshot = await readSnapshot(em);
    const index = createCatalogueIndex();
    index.setCategories(await readCategoryEntries(em));
    await index.fill(readEntries(em));
    for (const listener of listeners) listener.allChanged();
    return { index, snapshot, readAt, changeCount: 0 };
  }

  async function refreshCategories(em: EntityManager, index: CatalogueIndex): Promise<void> {
    const before = index.categories;
    index.setCategories(await readCategoryEntries(em));
    // Products don't show the counts, which change often.
    if (isDeepStrictEqual(before.map(withoutCount), index.categories.map(withoutCount))) return;
    for (const listener of listeners) listener.allChanged();
  }

  const follow = singleFlight(async (em: EntityManager) => {
    const readAt = performance.now();
    const isStart = followed === null || readAt - followed.readAt > FOLLOW_LIMIT;
    if (followed === null || isStart) followed = await load(em);
    const { index } = followed;
    const { snapshot, haveCategoriesChanged, productIds } = await readChanges(em, followed.snapshot);
    if (haveCategoriesChanged) await refreshCategories(em, index);
    for await (const { ids, entries } of readEntriesOf(em, productIds)) {
      const families = await index.update(ids, entries);
      for (const listener of listeners) listener.productsChanged(ids, families);
    }
    if (isStart || haveCategoriesChanged || productIds.length > 0) recordUpdate(index, readAt);
    followed = { index, snapshot, readAt, changeCount: productIds.length };
    return index;
  });

  /** The last catalogue if it is recent enough. Starts an update if requests needn't wait for it. */
  function findRecent(em: EntityManager): Followed | null {
    if (followed === null || followed.readAt <= expiredAt) return null;
    const age = performance.now() - followed.readAt;
    if (age < recent) return followed;
    if (followed.changeCount <= MANY || age >= 2 * recent) return null;
    if (!isUpdating) {
      isUpdating = true;
      const done = () => {
        isUpdating = false;
      };
      // If it fails, the next request retries it.
      follow(em).then(done, done);
    }
    return followed;
  }

  return {
    async current(em) {
      const last = findRecent(em);
      return last !== null && last.changeCount > MANY ? last.index : follow(em);
    },
    async recent(em) {
      return findRecent(em)?.index ?? follow(em);
    },
    expire() {
      expiredAt = performance.now();
    },
    listen(listener) {
      listeners.push(listener);
    },
  };
}

function recordUpdate({ orders }: CatalogueIndex, start: number): void {
  count('webshop_catalogue_updates_total', null);
  count('webshop_catalogue_update_seconds_total', null, (performance.now() - start) / 1000);
  setLevel('webshop_catalogue_products', null, orders.default.length);
}

function withoutCount({ productCount: _, ...category }: CategoryEntry): Omit<CategoryEntry, 'productCount'> {
  return category;
}
