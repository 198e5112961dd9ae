import { CAPACITY, copyTo, grown } from './columns.ts';

const [HYPHEN, ZERO, NINE, LETTER_A] = [0x2d, 0x30, 0x39, 0x61];
const LOWER_CASE = 0x20;

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

  /** The place of the id that begins at `start`, or the free one that it belongs in. */
  function placeOf(ids: Uint32Array, start: number): number {
    const mask = places.length - 1;
    let place = hash(ids, start) & mask;
    for (;;) {
      const entry = places[place] as number;
      if (entry === 0 || compareWords(ids, start, words, WORDS * (Math.abs(entry) - 1)) === 0) return place;
      place = (place + 1) & mask;
    }
  }

  function enlargePlaces(): void {
    const before = places;
    places = new Int32Array(2 * before.length);
    for (const entry of before) if (entry !== 0) places[placeOf(words, WORDS * (Math.abs(entry) - 1))] = entry;
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
      const place = placeOf(words, WORDS * slot);
      if (places[place] === 0) placesUsed += 1;
      places[place] = slot + 1;
      if (2 * placesUsed > places.length) enlargePlaces();
      return slot;
    },
    at: (slot: number) => format(words.subarray(WORDS * slot, WORDS * (slot + 1))),
    /** The last slot of an id, unless that was removed. */
    find(id: string): number | undefined {
      const entry = places[placeOf(parse(id), 0)] as number;
      return entry > 0 ? entry - 1 : undefined;
    },
    remove(slot: number): void {
      const place = placeOf(words, WORDS * slot);
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

function hash(ids: Uint32Array, start: number): number {
  let mixed = 0;
  for (let word = 0; word < WORDS; word += 1) mixed = Math.imul(mixed ^ (ids[start + word] as number), 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

const parsed = new Uint32Array(WORDS);

/** The words of an id, valid until the next call. About five times as fast as `parseInt` of its parts. */
function parse(id: string): Uint32Array {
  let digits = 0;
  for (let index = 0; index < id.length; index += 1) {
    const character = id.charCodeAt(index);
    if (character === HYPHEN) continue;
    const digit = character <= NINE ? character - ZERO : (character | LOWER_CASE) - LETTER_A + 10;
    const word = digits >>> 3;
    parsed[word] = ((parsed[word] as number) << 4) | digit;
    digits += 1;
  }
  return parsed;
}

function format(id: Uint32Array): string {
  const digits = Array.from(id, (word) => word.toString(16).padStart(8, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
