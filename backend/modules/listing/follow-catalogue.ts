import type { EntityManager } from '../../core/db.ts';
import { singleFlight } from '../../core/single-flight.ts';
import {
  readCategoryEntries,
  readChanges,
  readEntries,
  readEntriesOf,
  readSnapshot,
} from '../catalogue/catalogue-changes.queries.ts';
import { FOLLOW_LIMIT } from '../catalogue/catalogue-changes.service.ts';
import { type CatalogueIndex, createCatalogueIndex } from './catalogue-index.ts';

/** The catalogue as of the call, or later. */
export type Catalogue = (em: EntityManager) => Promise<CatalogueIndex>;

/**
 * Keeps the catalogue in memory, and reads what has changed before each use. PostgreSQL remains the source of truth: a
 * process that starts or has fallen behind loads everything.
 */
export function followCatalogue(): Catalogue {
  let followed: { index: CatalogueIndex; snapshot: string; readAt: number } | null = null;

  async function load(em: EntityManager): Promise<NonNullable<typeof followed>> {
    const readAt = performance.now();
    // Taken first, so that changes made during the load are read again.
    const snapshot = await readSnapshot(em);
    const index = createCatalogueIndex();
    index.setCategories(await readCategoryEntries(em));
    for await (const entries of readEntries(em)) index.update([], entries);
    return { index, snapshot, readAt };
  }

  return singleFlight(async (em) => {
    const readAt = performance.now();
    if (followed === null || readAt - followed.readAt > FOLLOW_LIMIT) followed = await load(em);
    const { index } = followed;
    const { snapshot, haveCategoriesChanged, productIds } = await readChanges(em, followed.snapshot);
    if (haveCategoriesChanged) index.setCategories(await readCategoryEntries(em));
    for await (const { ids, entries } of readEntriesOf(em, productIds)) index.update(ids, entries);
    followed = { index, snapshot, readAt };
    return index;
  });
}
