import type { EntityManager } from '../../core/database/db.ts';
import { readCategoryIds } from '../catalogue/catalogue.queries.ts';
import { emitCreated } from '../catalogue/imported/imported-products.service.ts';

/** Milliseconds between two counts of the same category. */
const INTERVAL = 5000;

/**
 * Lets the categories of new products be counted every few seconds instead of in every transaction: counting thousands of
 * times would take longer than the import itself.
 */
export class ProductCounts {
  private readonly emittedAt = new Map<string, number>();
  /** Categories with products that are not counted yet; null if unknown. */
  private rest: Set<string> | null = new Set();

  /** The run continues one that was killed, of which only the database knows what it changed. */
  forget(): void {
    this.rest = null;
  }

  /** Emits for the categories that were not counted lately. */
  emitDue(em: EntityManager, categoryIds: Iterable<string>): void {
    const now = performance.now();
    for (const id of categoryIds) {
      const isDue = now - (this.emittedAt.get(id) ?? Number.NEGATIVE_INFINITY) >= INTERVAL;
      if (isDue) {
        this.emittedAt.set(id, now);
        emitCreated(em, [id]);
        this.rest?.delete(id);
      } else this.rest?.add(id);
    }
  }

  /** Emits for all others, in the transaction that ends the import. */
  async emitRest(em: EntityManager): Promise<void> {
    if (this.rest === null) await emitAllCounts(em);
    else emitCreated(em, this.rest);
  }
}

/** Lets every category be counted. */
export async function emitAllCounts(em: EntityManager): Promise<void> {
  emitCreated(em, await readCategoryIds(em));
}
