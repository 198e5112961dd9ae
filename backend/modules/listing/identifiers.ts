import { plainText } from '#contract/values/words.ts';
import { integers } from './columns.ts';

/**
 * The identifiers of rows, such as GTINs, to find rows by a whole one. Of each it keeps a hash of 64 bits, twelve bytes with its
 * row: comparing the hashes of 600,000 identifiers one by one takes less than searching the titles of their rows.
 */
export function createIdentifiers() {
  let columns = createColumns();

  return {
    add(slot: number, identifiers: readonly (string | null)[]): void {
      for (const key of new Set(identifiers.map((identifier) => keyOf(identifier ?? '')))) {
        if (key !== '') columns.add(slot, ...hashOf(key));
      }
    },
    /** The slots of rows with an identifier that equals `search` but for case, spaces and hyphens. */
    find(search: string): Set<number> {
      const found = new Set<number>();
      const key = keyOf(search);
      if (key === '') return found;
      const [high, low] = hashOf(key);
      const { slots, highs, lows } = columns;
      for (let place = 0; place < slots.length; place += 1) {
        if (highs.values[place] === high && lows.values[place] === low) found.add(slots.values[place] as number);
      }
      return found;
    },
    /** Drops the identifiers of removed rows. @param moved the new slot of each row; -1 if it was removed */
    move(moved: Int32Array): void {
      const { slots, highs, lows } = columns;
      columns = createColumns();
      for (let place = 0; place < slots.length; place += 1) {
        const slot = moved[slots.values[place] as number] as number;
        if (slot !== -1) columns.add(slot, highs.values[place] as number, lows.values[place] as number);
      }
    },
  };
}

function createColumns() {
  const [slots, highs, lows] = [integers(), integers(), integers()];
  return {
    slots,
    highs,
    lows,
    add(slot: number, high: number, low: number): void {
      slots.add(slot);
      highs.add(high);
      lows.add(low);
    },
  };
}

/** Equal for identifiers that differ only in case, spaces and hyphens. */
function keyOf(identifier: string): string {
  return plainText(identifier).replace(/[\s\p{Pd}\u2212\u00ad]/gu, '');
}

/** Two hashes of 32 bits. */
function hashOf(key: string): [number, number] {
  let [high, low] = [0x9e3779b9, 0x85ebca6b];
  for (let place = 0; place < key.length; place += 1) {
    const code = key.charCodeAt(place);
    high = Math.imul(high ^ code, 0x9e3779b1);
    low = Math.imul(low ^ code, 0x5f356495);
  }
  return [mixed(high, low), mixed(low, high)];
}

/** So that each bit depends on all of both. */
function mixed(hash: number, other: number): number {
  return Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35);
}
