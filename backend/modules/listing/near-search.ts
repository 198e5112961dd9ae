import { distance } from 'fastest-levenshtein';
import { copyTo, grown } from './columns.ts';
import type { Rows } from './rows.ts';

/** Finds rows by words with typing errors. */
export type NearSearch = {
  /** @param text by which the row is found, in lower case */
  add(slot: number, text: string): void;
  /** How much each row resembles `search`, in lower case: 0 (not at all) to 1, by slot. Valid until the next call. */
  rank(search: string): Float32Array;
};

/** Longer numbers identify things: one that differs in a digit is something else. */
const DIGITS_MAX = 4;

/** The least rank of a near match: it has about half of the words, or all with typing errors. */
const RANK_MIN = 0.4;

export function createNearSearch(rows: Rows): NearSearch {
  const numbers = new Map<string, number>();
  const words: string[] = [];
  /** The letters of each word, and the slots that have it; the rest of each array is free. */
  const letters: number[] = [];
  const slotsWith: Int32Array[] = [];
  const slotCounts: number[] = [];
  // Reused, because arrays per call would leave megabytes of garbage with every request.
  let ranks = new Float32Array();
  let best = new Float32Array();

  function addWord(word: string, slot: number): void {
    let number = numbers.get(word);
    if (number === undefined) {
      number = words.push(word) - 1;
      numbers.set(word, number);
      letters.push(lettersOf(word));
      slotsWith.push(new Int32Array(2));
      slotCounts.push(0);
    }
    const slots = slotsWith[number] as Int32Array;
    const count = slotCounts[number] as number;
    if (count > 0 && slots[count - 1] === slot) return;
    const target = count < slots.length ? slots : copyTo(new Int32Array(grown(count)), slots);
    target[count] = slot;
    slotsWith[number] = target;
    slotCounts[number] = count + 1;
  }

  /** Sets `best` to how much the word of each row that is most like `wanted` resembles it, by slot. */
  function findBest(wanted: string): void {
    best.fill(0);
    const wantedLetters = lettersOf(wanted);
    const errors = errorsIn(wanted);
    for (let number = 0; number < words.length; number += 1) {
      // A typing error takes one letter away at most. This leaves few words to compare.
      const missing = wantedLetters & ~(letters[number] as number);
      if (missing !== 0 && bitCount(missing) > errors) continue;
      const likeness = likenessOf(wanted, words[number] as string, errors);
      if (likeness === 0) continue;
      const slots = slotsWith[number] as Int32Array;
      for (let index = 0; index < (slotCounts[number] as number); index += 1) {
        const slot = slots[index] as number;
        if ((best[slot] as number) < likeness) best[slot] = likeness;
      }
    }
  }

  return {
    add(slot, text) {
      for (const word of wordsOf(text)) addWord(word, slot);
    },

    rank(search) {
      const { size } = rows;
      if (ranks.length < size) {
        ranks = new Float32Array(grown(size));
        best = new Float32Array(grown(size));
      }
      ranks.fill(0);
      const wanted = [...new Set(wordsOf(search))];
      for (const word of wanted) {
        findBest(word);
        for (let slot = 0; slot < size; slot += 1) {
          ranks[slot] = (ranks[slot] as number) + (best[slot] as number) / wanted.length;
        }
      }
      for (let slot = 0; slot < size; slot += 1) if ((ranks[slot] as number) < RANK_MIN) ranks[slot] = 0;
      return ranks;
    },
  };
}

/** Typing errors that a word may have. */
function errorsIn(wanted: string): number {
  return wanted.length < 3 ? 0 : wanted.length < 6 ? 1 : 2;
}

/** 1 for the same word, less for one that contains `wanted` or differs in few letters, 0 for any other. */
function likenessOf(wanted: string, word: string, errors: number): number {
  if (word === wanted) return 1;
  if (errors === 0) return 0;
  if (word.includes(wanted)) return 0.9;
  if (Math.abs(word.length - wanted.length) > errors) return 0;
  const differences = isSwapped(wanted, word) ? 1 : distance(wanted, word);
  return differences > errors ? 0 : 1 - differences / Math.max(wanted.length, word.length);
}

/** Whether two words differ in the order of two neighboring letters only. */
function isSwapped(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let place = 0;
  while (one[place] === other[place] && place < one.length) place += 1;
  const isCrossed = one[place] === other[place + 1] && one[place + 1] === other[place];
  return isCrossed && one.slice(place + 2) === other.slice(place + 2);
}

/** The set of a word's letters, as bits. Letters may share one. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let place = 0; place < word.length; place += 1) letters |= 1 << (word.charCodeAt(place) & 31);
  return letters;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

function wordsOf(text: string): string[] {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length <= DIGITS_MAX || /\D/.test(word));
}
