import { CAPACITY, copyTo, grown } from './columns.ts';

/** The number of 32-bit words in an id. */
const WORDS = 4;

/** The ids of rows by slot, and the slots of ids. Takes 30 bytes per id; strings and a Map of them take 100. */
export function createIds() {
  /** The words of each id, the most significant first. */
  let words = new Uint32Array(WORDS * CAPACITY);
  let size = 0;
  /**
   * A hash table with open addressing: for each id, 1 + its last slot, negative after its removal; 0 is a free place. At
   * least half of the places are free.
   */
  let places = new Int32Array(2 * CAPACITY);
  let placesUsed = 0;

  function wordsAt(slot: number): Uint32Array {
    return words.subarray(WORDS * slot, WORDS * (slot + 1));
  }

  /** The place of an id, or the free one that it belongs in. */
  function placeOf(id: Uint32Array): number {
    const mask = places.length - 1;
    let place = hash(id) & mask;
    for (;;) {
      const entry = places[place] as number;
      if (entry === 0 || compareWords(id, 0, words, WORDS * (Math.abs(entry) - 1)) === 0) return place;
      place = (place + 1) & mask;
    }
  }

  function enlargePlaces(): void {
    const before = places;
    places = new Int32Array(2 * before.length);
    for (const entry of before) if (entry !== 0) places[placeOf(wordsAt(Math.abs(entry) - 1))] = entry;
  }

  return {
    get size() {
      return size;
    },
    /** @returns the slot, also if the id had another before */
    add(id: string): number {
      if (words.length === WORDS * size) words = copyTo(new Uint32Array(WORDS * grown(size)), words);
      const slot = size;
      size += 1;
      words.set(parse(id), WORDS * slot);
      const place = placeOf(wordsAt(slot));
      if (places[place] === 0) placesUsed += 1;
      places[place] = slot + 1;
      if (2 * placesUsed > places.length) enlargePlaces();
      return slot;
    },
    at: (slot: number) => format(wordsAt(slot)),
    /** The last slot of an id, unless that was removed. */
    find(id: string): number | undefined {
      const entry = places[placeOf(parse(id))] as number;
      return entry > 0 ? entry - 1 : undefined;
    },
    remove(slot: number): void {
      const place = placeOf(wordsAt(slot));
      if (places[place] === slot + 1) places[place] = -(slot + 1);
    },
    /** Sorts slots by their ids. */
    compare: (one: number, other: number) => compareWords(words, WORDS * one, words, WORDS * other),
  };
}

/** Compares the ids that begin at two places. */
function compareWords(some: Uint32Array, start: number, others: Uint32Array, otherStart: number): number {
  for (let word = 0; word < WORDS; word += 1) {
    const difference = (some[start + word] as number) - (others[otherStart + word] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

function hash(id: Uint32Array): number {
  let mixed = 0;
  for (const word of id) mixed = Math.imul(mixed ^ word, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

function parse(id: string): Uint32Array {
  const digits = id.replaceAll('-', '');
  return Uint32Array.from({ length: WORDS }, (_, word) => Number.parseInt(digits.slice(8 * word, 8 * (word + 1)), 16));
}

function format(id: Uint32Array): string {
  const digits = Array.from(id, (word) => word.toString(16).padStart(8, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
