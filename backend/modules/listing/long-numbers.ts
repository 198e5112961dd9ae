import { CAPACITY, copyTo, grown } from './columns.ts';

/** Longer numbers are not exact, and those with a zero in front have other digits. */
const LONG_NUMBER = /^[1-9][0-9]{4,14}$/;

export type LongNumbers = ReturnType<typeof createLongNumbers>;

/**
 * Long numbers of rows, such as those of models: nearly each is a word of its own, and takes a tenth of the memory of one in
 * a word index.
 */
export function createLongNumbers() {
  let values = new Float64Array(CAPACITY);
  let slots = new Int32Array(CAPACITY);
  let count = 0;

  return {
    /** @returns whether the word is such a number */
    add(word: string, slot: number): boolean {
      if (!LONG_NUMBER.test(word)) return false;
      if (count === slots.length) {
        values = copyTo(new Float64Array(grown(count)), values);
        slots = copyTo(new Int32Array(grown(count)), slots);
      }
      values[count] = Number(word);
      slots[count] = slot;
      count += 1;
      return true;
    },

    /** Raises the column at the slots that have a number, to `same`, or one that it begins, to `begun`. */
    raiseBeginnings(column: Float32Array, wanted: string, same: number, begun: number): void {
      if (!/^[1-9][0-9]*$/.test(wanted)) return;
      const number = Number(wanted);
      const limit = 10 ** wanted.length;
      for (let place = 0; place < count; place += 1) {
        let value = values[place] as number;
        const fit = value === number ? same : begun;
        while (value >= limit) value = Math.floor(value / 10);
        const slot = slots[place] as number;
        if (value === number && (column[slot] as number) < fit) column[slot] = fit;
      }
    },

    /** Follows a move of all rows to other slots; -1 for those that are gone. */
    move(moved: Int32Array): void {
      let kept = 0;
      for (let place = 0; place < count; place += 1) {
        const target = moved[slots[place] as number] as number;
        if (target < 0) continue;
        values[kept] = values[place] as number;
        slots[kept] = target;
        kept += 1;
      }
      count = kept;
    },
  };
}
