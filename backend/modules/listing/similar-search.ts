import { grown } from './columns.ts';
import { lettersOf, likenessTo } from './likeness.ts';
import { createLongNumbers, type LongNumbers } from './long-numbers.ts';
import type { Rows } from './rows.ts';
import { createWordIndex, type WordIndex } from './word-index.ts';
import { type Compound, compoundsOf, isIdentifier, measuresOf } from './words.ts';

/** What a row is found by, besides the name of its category. */
export type RowTexts = {
  /** The title, and the attributes with their units. */
  main: readonly string[];
  /** The options and the description: searched for all words, but not for words with typing errors. */
  other: readonly string[];
};

/** Finds rows by their words, also by some with typing errors. */
export type SimilarSearch = {
  /** Rows come in the order of their slots. */
  add(slot: number, texts: RowTexts): void;
  /** Replaces the names of categories, by number. */
  setCategories(names: readonly string[]): void;
  /** Follows a move of all rows to other slots, in the same order; -1 for those that are gone. */
  move(moved: Int32Array): void;
  /**
   * How well each row fits, by slot; 0 if it doesn't. Rows with all words of `search` come before those with words that are
   * alike: see hasAllWords. Valid until the next call.
   */
  rank(search: string, rows: Rows): Float32Array;
};

/** How well a word fits where it was found: the same word, and one that it begins. Names say more than descriptions. */
const FITS = { main: [1, 0.7], category: [0.9, 0.6], other: [0.4, 0.2] } as const;

/** The least rank of a near match: it has about half of the words, or all with typing errors. */
const NEAR_MIN = 0.4;

/** Precedes measures in the index, because they are no words of their own. */
const MEASURE = '=';

/** Whether a row with this rank has all words of the search. */
export function hasAllWords(rank: number): boolean {
  return rank > 1;
}

export function createSimilarSearch(): SimilarSearch {
  const main = createWordIndex();
  const other = createWordIndex();
  const mainNumbers = createLongNumbers();
  const otherNumbers = createLongNumbers();
  /** Its slots are the numbers of categories. */
  let categories = createWordIndex();
  /** The words of the main index that others can be like, by number, and their letters. */
  let alike: number[] = [];
  let letters: number[] = [];
  let learned = 0;
  // Reused, because arrays per call would leave megabytes of garbage with every request.
  let [ranks, found, fits, best] = [new Float32Array(), new Float32Array(), new Float32Array(), new Float32Array()];
  let bestCategory = new Float32Array();

  function makeRoom({ size }: Rows): void {
    if (ranks.length >= size) return;
    [ranks, found, fits, best] = [ranks, found, fits, best].map(() => new Float32Array(grown(size))) as Columns;
  }

  /** Sets `best` to how well each row fits by its best word, and by the name of its category. */
  function findBest({ size, categories: categoryOf }: Rows, raise: () => void): void {
    best.fill(0);
    bestCategory.fill(0);
    raise();
    if (bestCategory.some((fit) => fit !== 0)) raiseByCategory(best, bestCategory, categoryOf, size);
  }

  function raiseBeginnings(wanted: string): void {
    main.raiseBeginnings(best, wanted, ...FITS.main);
    mainNumbers.raiseBeginnings(best, wanted, ...FITS.main);
    otherNumbers.raiseBeginnings(best, wanted, ...FITS.other);
    other.raiseBeginnings(best, wanted, ...FITS.other);
    categories.raiseBeginnings(bestCategory, wanted, ...FITS.category);
  }

  function raiseMeasure(measure: string): void {
    main.raise(best, MEASURE + measure, 1);
    other.raise(best, MEASURE + measure, FITS.other[0]);
  }

  /** Sets `fits` to how well each row fits a compound: as a whole or by all of its parts. */
  function findCompound(rows: Rows, { whole, parts }: Compound): void {
    fits.fill(0);
    for (const [index, part] of parts.entries()) {
      findBest(rows, () => raiseBeginnings(part));
      const add = index === 0 ? addShare : addWhereBoth;
      add(fits, best, rows.size, 1 / parts.length);
    }
    if (parts.length === 1) return;
    findBest(rows, () => {
      raiseBeginnings(whole);
      raiseMeasure(whole);
    });
    raiseTo(fits, best, rows.size);
  }

  /** Ranks the rows that have all words. */
  function rankAllWords(rows: Rows, compounds: readonly Compound[]): void {
    found.fill(0);
    for (const [index, compound] of compounds.entries()) {
      findCompound(rows, compound);
      const add = index === 0 ? addShare : addWhereBoth;
      add(found, fits, rows.size, 1 / compounds.length);
    }
    const measures = measuresOf(compounds);
    for (const joined of measures) {
      findBest(rows, () => {
        for (const measure of joined) raiseMeasure(measure);
      });
      addWhereFound(found, best, rows.size, 1 / measures.length);
    }
    replaceWhereFound(ranks, found, rows.size);
  }

  /** Ranks the rows with words that are alike. */
  function rankNear(rows: Rows, compounds: readonly Compound[]): void {
    const tokens = new Set(compounds.flatMap(({ tokens }) => tokens).filter(canBeAlike));
    for (const wanted of tokens) {
      const likeness = likenessTo(wanted);
      findBest(rows, () => {
        for (let place = 0; place < alike.length; place += 1) {
          const number = alike[place] as number;
          const like = likeness(main.words[number] as string, letters[place] as number);
          if (like > 0) main.raiseAt(best, number, like);
        }
        for (const word of categories.words) {
          const like = likeness(word, lettersOf(word));
          if (like > 0) categories.raise(bestCategory, word, like);
        }
      });
      addShare(ranks, best, rows.size, 1 / tokens.size);
    }
    dropBelow(ranks, NEAR_MIN, rows.size);
  }

  function learnLetters(): void {
    const { words } = main;
    for (; learned < words.length; learned += 1) {
      const word = words[learned] as string;
      if (!canBeAlike(word)) continue;
      alike.push(learned);
      letters.push(lettersOf(word));
    }
  }

  return {
    add(slot, { main: mainTexts, other: otherTexts }) {
      for (const text of mainTexts) addText(main, mainNumbers, slot, text);
      for (const text of otherTexts) addText(other, otherNumbers, slot, text);
    },

    setCategories(names) {
      categories = createWordIndex();
      bestCategory = new Float32Array(names.length);
      for (const [number, name] of names.entries()) addText(categories, null, number, name);
    },

    move(moved) {
      for (const index of [main, other, mainNumbers, otherNumbers]) index.move(moved);
      alike = [];
      letters = [];
      learned = 0;
    },

    rank(search, rows) {
      makeRoom(rows);
      learnLetters();
      ranks.fill(0);
      const compounds = compoundsOf(search);
      rankNear(rows, compounds);
      rankAllWords(rows, compounds);
      return ranks;
    },
  };
}

type Columns = [
  Float32Array<ArrayBuffer>,
  Float32Array<ArrayBuffer>,
  Float32Array<ArrayBuffer>,
  Float32Array<ArrayBuffer>,
];

function addText(index: WordIndex, numbers: LongNumbers | null, slot: number, text: string): void {
  const compounds = compoundsOf(text);
  for (const { whole, tokens, parts } of compounds) {
    if (numbers?.add(whole, slot)) continue;
    index.add(whole, slot);
    if (parts.length === 1) continue;
    for (const token of tokens) index.add(token, slot);
    for (const part of parts) if (!numbers?.add(part, slot)) index.add(part, slot);
  }
  for (const measure of measuresOf(compounds)) for (const joined of measure) index.add(MEASURE + joined, slot);
}

// Loops over all rows, apart from the closures whose variables they would read again for every row.

function raiseByCategory(best: Float32Array, bestCategory: Float32Array, categoryOf: Int32Array, size: number): void {
  for (let slot = 0; slot < size; slot += 1) {
    const fit = bestCategory[categoryOf[slot] as number] as number;
    if (fit > (best[slot] as number)) best[slot] = fit;
  }
}

function raiseTo(fits: Float32Array, others: Float32Array, size: number): void {
  for (let slot = 0; slot < size; slot += 1) {
    const other = others[slot] as number;
    if (other > (fits[slot] as number)) fits[slot] = other;
  }
}

function addShare(sums: Float32Array, fits: Float32Array, size: number, share: number): void {
  for (let slot = 0; slot < size; slot += 1) {
    const fit = fits[slot] as number;
    if (fit !== 0) sums[slot] = (sums[slot] as number) + fit * share;
  }
}

function addWhereFound(found: Float32Array, fits: Float32Array, size: number, share: number): void {
  for (let slot = 0; slot < size; slot += 1) {
    const sum = found[slot] as number;
    if (sum !== 0) found[slot] = sum + (fits[slot] as number) * share;
  }
}

/** Adds a share of `fits` to the rows that fit so far, and drops those that don't fit now. */
function addWhereBoth(found: Float32Array, fits: Float32Array, size: number, share: number): void {
  for (let slot = 0; slot < size; slot += 1) {
    const sum = found[slot] as number;
    if (sum === 0) continue;
    const fit = fits[slot] as number;
    found[slot] = fit === 0 ? 0 : sum + fit * share;
  }
}

function replaceWhereFound(ranks: Float32Array, found: Float32Array, size: number): void {
  for (let slot = 0; slot < size; slot += 1) {
    const sum = found[slot] as number;
    if (sum !== 0) ranks[slot] = 1 + sum;
  }
}

function dropBelow(ranks: Float32Array, least: number, size: number): void {
  for (let slot = 0; slot < size; slot += 1) if ((ranks[slot] as number) < least) ranks[slot] = 0;
}

/** Whether another word can be meant: not by a measure, nor by a number that identifies something. */
function canBeAlike(word: string): boolean {
  return !word.startsWith(MEASURE) && !isIdentifier(word);
}
