import { decimals, grown, integers } from './columns.ts';

/** The bytes of a slot's distance from the previous one, seven bits each, the lowest first. */
const BITS = 7;
const MORE = 1 << BITS;

/** Longer numbers are not exact, and those with a zero in front have other digits. */
const LONG_NUMBER = /^[1-9][0-9]{4,14}$/;

/** The slots of rows with a word. */
type List = { bytes: Uint8Array; length: number; last: number };
/** Most words are in one row only, whose slot needs no list. */
type Slots = number | List;

/**
 * The words of rows, and the slots that have each. Slots are stored as distances, mostly in one byte: as 32-bit numbers,
 * those of the words of 200,000 descriptions would take most of the memory of a process. So would long numbers as words,
 * such as those of models: nearly each is another.
 */
export function createWordIndex() {
  let words = new Map<string, Slots>();
  let numbers = createLongNumbers();

  function add(word: string, slot: number): void {
    if (LONG_NUMBER.test(word)) {
      numbers.add(Number(word), slot);
      return;
    }
    const slots = words.get(word);
    // A copy, because a part of a long text would keep all of it in memory.
    if (slots === undefined) words.set(Buffer.from(word).toString(), slot);
    else if (typeof slots !== 'number') append(slots, slot);
    else if (slots !== slot) {
      const list = { bytes: new Uint8Array(8), length: 0, last: 0 };
      append(list, slots);
      append(list, slot);
      words.set(word, list);
    }
  }

  return {
    /** Adds a word of a row. Rows come in the order of their slots. */
    add,

    /** Raises the column to `fit` at the slots that have a word. */
    raise(column: Float32Array, word: string, fit: number): void {
      const slots = words.get(word);
      if (slots !== undefined) raiseAt(column, slots, fit);
    },

    /** Raises the column at the slots that have a word, to `same`, or one that it begins, to `begun`. */
    raiseBeginnings(column: Float32Array, wanted: string, same: number, begun: number): void {
      for (const [word, slots] of words) {
        if (word.startsWith(wanted)) raiseAt(column, slots, word.length === wanted.length ? same : begun);
      }
      if (/^[1-9][0-9]*$/.test(wanted)) numbers.raiseBeginnings(column, wanted, same, begun);
    },

    /** Raises the column at the slots of all words but long numbers, to how well each word fits. */
    raiseAll(column: Float32Array, fitOf: (word: string) => number): void {
      for (const [word, slots] of words) {
        const fit = fitOf(word);
        if (fit > 0) raiseAt(column, slots, fit);
      }
    },

    /** Follows a move of all rows to other slots, in the same order; -1 for those that are gone. */
    move(moved: Int32Array): void {
      const before = { words, numbers };
      words = new Map();
      numbers = createLongNumbers();
      const addMoved = (word: string, slot: number) => {
        const target = moved[slot] as number;
        if (target >= 0) add(word, target);
      };
      for (const [word, slots] of before.words) forEachSlot(slots, (slot) => addMoved(word, slot));
      before.numbers.forEachNumber((number, slot) => addMoved(String(number), slot));
    },
  };
}

/** In columns, a number takes a tenth of the memory of a word. */
function createLongNumbers() {
  const numbers = decimals();
  const slots = integers();

  function forEachNumber(handle: (number: number, slot: number) => void): void {
    for (let place = 0; place < slots.length; place += 1) {
      handle(numbers.values[place] as number, slots.values[place] as number);
    }
  }

  return {
    add(number: number, slot: number): void {
      numbers.add(number);
      slots.add(slot);
    },
    forEachNumber,
    raiseBeginnings(column: Float32Array, wanted: string, same: number, begun: number): void {
      const limit = 10 ** wanted.length;
      forEachNumber((number, slot) => {
        let beginning = number;
        while (beginning >= limit) beginning = Math.floor(beginning / 10);
        if (beginning === Number(wanted)) raiseAt(column, slot, number === beginning ? same : begun);
      });
    },
  };
}

function raiseAt(column: Float32Array, slots: Slots, fit: number): void {
  forEachSlot(slots, (slot) => {
    if ((column[slot] as number) < fit) column[slot] = fit;
  });
}

function append(list: List, slot: number): void {
  if (list.length > 0 && list.last === slot) return;
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

function forEachSlot(slots: Slots, handle: (slot: number) => void): void {
  if (typeof slots === 'number') {
    handle(slots);
    return;
  }
  const { bytes, length } = slots;
  let [slot, distance, shift] = [0, 0, 0];
  for (let place = 0; place < length; place += 1) {
    const byte = bytes[place] as number;
    distance |= (byte & (MORE - 1)) << shift;
    shift += BITS;
    if (byte >= MORE) continue;
    slot += distance;
    handle(slot);
    distance = 0;
    shift = 0;
  }
}
