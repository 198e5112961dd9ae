import { grown } from './columns.ts';

/** The bytes of a slot's distance from the previous one, seven bits each, the lowest first. */
const BITS = 7;
const MORE = 1 << BITS;

/** The slots of rows with a word. */
type List = { bytes: Uint8Array; length: number; last: number };

/** The words of rows, and the slots that have each. */
export type WordIndex = ReturnType<typeof createWordIndex>;

/**
 * Slots are stored as distances, mostly in one byte: as 32-bit numbers, those of the words of 200,000 descriptions would
 * take most of the memory of a process. Most words are in one row only, whose slot needs no list.
 */
export function createWordIndex() {
  let numbers = new Map<string, number>();
  let words: string[] = [];
  let slots: (number | List)[] = [];
  /** The numbers of words by their first character. */
  let byFirst = new Map<number, number[]>();

  function addWord(word: string, slot: number): void {
    // A copy, because a part of a long text would keep all of it in memory.
    const copy = Buffer.from(word).toString();
    const number = words.push(copy) - 1;
    numbers.set(copy, number);
    slots.push(slot);
    const first = copy.charCodeAt(0);
    const others = byFirst.get(first);
    if (others === undefined) byFirst.set(first, [number]);
    else others.push(number);
  }

  function add(word: string, slot: number): void {
    const number = numbers.get(word);
    if (number === undefined) {
      addWord(word, slot);
      return;
    }
    const list = slots[number] as number | List;
    if (typeof list !== 'number') {
      if (list.last !== slot) append(list, slot);
    } else if (list !== slot) {
      const both = { bytes: new Uint8Array(8), length: 0, last: 0 };
      append(both, list);
      append(both, slot);
      slots[number] = both;
    }
  }

  /** Raises the column to `value` at the slots that have the word with a number. */
  function raiseAt(column: Float32Array, number: number, value: number): void {
    const list = slots[number] as number | List;
    if (typeof list === 'number') {
      if ((column[list] as number) < value) column[list] = value;
      return;
    }
    const { bytes, length } = list;
    let slot = 0;
    for (let place = 0; place < length; place += 1) {
      let byte = bytes[place] as number;
      let distance = byte & (MORE - 1);
      for (let shift = BITS; byte >= MORE; shift += BITS) {
        place += 1;
        byte = bytes[place] as number;
        distance |= (byte & (MORE - 1)) << shift;
      }
      slot += distance;
      if ((column[slot] as number) < value) column[slot] = value;
    }
  }

  return {
    /** By number, also those of rows that were removed. */
    get words(): readonly string[] {
      return words;
    },
    /** Adds a word of a row. Rows come in the order of their slots. */
    add,
    raiseAt,

    /** Raises the column to `value` at the slots that have a word. */
    raise(column: Float32Array, word: string, value: number): void {
      const number = numbers.get(word);
      if (number !== undefined) raiseAt(column, number, value);
    },

    /** Raises the column at the slots that have a word, to `same`, or one that it begins, to `begun`. */
    raiseBeginnings(column: Float32Array, wanted: string, same: number, begun: number): void {
      for (const number of byFirst.get(wanted.charCodeAt(0)) ?? []) {
        const word = words[number] as string;
        if (word.startsWith(wanted)) raiseAt(column, number, word.length === wanted.length ? same : begun);
      }
    },

    /** Follows a move of all rows to other slots, in the same order; -1 for those that are gone. */
    move(moved: Int32Array): void {
      const before = { words, slots };
      numbers = new Map();
      words = [];
      slots = [];
      byFirst = new Map();
      for (const [number, word] of before.words.entries()) {
        for (const slot of slotsOf(before.slots[number] as number | List)) {
          const target = moved[slot] as number;
          if (target >= 0) add(word, target);
        }
      }
    },
  };
}

function append(list: List, slot: number): void {
  // A distance takes five bytes at most.
  if (list.length + 5 > list.bytes.length) {
    const larger = new Uint8Array(grown(list.length + 5));
    larger.set(list.bytes);
    list.bytes = larger;
  }
  let rest = slot - list.last;
  for (; rest >= MORE; rest >>>= BITS) {
    list.bytes[list.length] = (rest & (MORE - 1)) | MORE;
    list.length += 1;
  }
  list.bytes[list.length] = rest;
  list.length += 1;
  list.last = slot;
}

function slotsOf(list: number | List): number[] {
  if (typeof list === 'number') return [list];
  const slots: number[] = [];
  let [slot, distance, shift] = [0, 0, 0];
  for (const byte of list.bytes.subarray(0, list.length)) {
    distance |= (byte & (MORE - 1)) << shift;
    shift += BITS;
    if (byte >= MORE) continue;
    slot += distance;
    slots.push(slot);
    distance = 0;
    shift = 0;
  }
  return slots;
}
