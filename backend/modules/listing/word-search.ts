import { distance } from 'fastest-levenshtein';
import type { Rows } from './rows.ts';

/** Finds rows by an index of their words, which is much faster than reading every title. */
export type WordSearch = {
  /** @param context further text in lower case by which near matches are found: its category */
  add(slot: number, context: string): void;
  /** Marks the rows whose title contains `search`, in lower case. @returns the mark */
  markContaining(search: string): number;
  /** How much each row resembles `search`, in lower case, in spite of typing errors: 0 (not at all) to 1, by slot. */
  rankSimilar(search: string): Float32Array;
};

/** The least rank of a near match: it has about half of the words, or all with typing errors. */
const RANK_MIN = 0.4;

export function createWordSearch(rows: Rows): WordSearch {
  /** The slots with each word. */
  const byTitle = new Map<string, number[]>();
  const byContext = new Map<string, number[]>();
  let searches = 0;

  return {
    add(slot, context) {
      for (const word of new Set(wordsOf(rows.title(slot)))) addTo(byTitle, word, slot);
      for (const word of new Set(wordsOf(context))) addTo(byContext, word, slot);
    },

    markContaining(search) {
      searches += 1;
      const [part] = wordsOf(search).toSorted((one, other) => other.length - one.length);
      if (part === undefined) {
        for (let slot = 0; slot < rows.size; slot += 1) {
          if (rows.title(slot).includes(search)) rows.setMark(slot, searches);
        }
        return searches;
      }
      for (const [word, slots] of byTitle) {
        if (!word.includes(part)) continue;
        // The title contains a search of a single word if one of its words does.
        for (const slot of slots) {
          if (part === search || rows.title(slot).includes(search)) rows.setMark(slot, searches);
        }
      }
      return searches;
    },

    rankSimilar(search) {
      const ranks = new Float32Array(rows.size);
      const wanted = [...new Set(wordsOf(search))];
      for (const word of wanted) {
        const best = bestLikenesses(word);
        for (let slot = 0; slot < best.length; slot += 1) {
          ranks[slot] = (ranks[slot] as number) + (best[slot] as number) / wanted.length;
        }
      }
      return ranks.map((rank) => (rank < RANK_MIN ? 0 : rank));
    },
  };

  /** How much the word of each row that is most like `wanted` resembles it, by slot. */
  function bestLikenesses(wanted: string): Float32Array {
    const best = new Float32Array(rows.size);
    for (const words of [byTitle, byContext]) {
      for (const [word, slots] of words) {
        const likeness = likenessOf(wanted, word);
        if (likeness === 0) continue;
        for (const slot of slots) best[slot] = Math.max(best[slot] as number, likeness);
      }
    }
    return best;
  }
}

/** 1 for the same word, less for one that contains `wanted` or differs in one or two letters, 0 for any other. */
function likenessOf(wanted: string, word: string): number {
  if (word === wanted) return 1;
  if (wanted.length < 3) return 0;
  if (word.includes(wanted)) return 0.9;
  const errors = wanted.length < 6 ? 1 : 2;
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

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function addTo(words: Map<string, number[]>, word: string, slot: number): void {
  const slots = words.get(word);
  if (slots) slots.push(slot);
  else words.set(word, [slot]);
}
