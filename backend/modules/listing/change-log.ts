/** Entries that are kept: more products change between two looks at a response only during an import. */
const KEPT = 10_000;

/** Which products have changed lately. */
export type ChangeLog = {
  /** Counts the changes. */
  version(): number;
  /** @param families the numbers of those that the products are or were in */
  productsChanged(productIds: readonly string[], families: ReadonlySet<number>): void;
  /** Only lists show what has changed, such as the number of products of a category. */
  listsChanged(): void;
  /** Everything may have changed. */
  allChanged(): void;
  /** Whether these products, and all of a family, are as they were at a version; false if that was too long ago to tell. */
  isUnchanged(since: number, shown: { productIds: readonly string[]; family: number }): boolean;
};

export function createChangeLog(kept = KEPT): ChangeLog {
  let version = 0;
  /** The version before which nothing is known. */
  let start = 0;
  /** The version at which a product, or a family of a number, has last changed. The latest is the last. */
  const changedAt = new Map<string | number, number>();

  function record(changed: string | number): void {
    changedAt.delete(changed);
    changedAt.set(changed, version);
  }

  function forgetOldest(): void {
    for (const [changed, at] of changedAt) {
      if (changedAt.size <= kept) return;
      changedAt.delete(changed);
      start = at;
    }
  }

  return {
    version: () => version,
    productsChanged(productIds, families) {
      version += 1;
      for (const productId of productIds) record(productId);
      for (const family of families) if (family !== 0) record(family);
      forgetOldest();
    },
    listsChanged() {
      version += 1;
    },
    allChanged() {
      version += 1;
      start = version;
      changedAt.clear();
    },
    isUnchanged(since, { productIds, family }) {
      if (since < start) return false;
      const isOld = (shown: string | number) => (changedAt.get(shown) ?? 0) <= since;
      return productIds.every(isOld) && isOld(family);
    },
  };
}
