import { grown } from './columns.ts';
import { likenessTo } from './likeness.ts';
import type { Rows } from './rows.ts';
import { createWordIndex } from './word-index.ts';
import { type Compound, compoundsOf, findableCompounds, isIdentifier, measuresOf } from './words.ts';

/** How well a word fits where it was found: the same word, and one that it begins. Names say more than descriptions. */
const FITS = { title: [1, 0.7], category: [0.9, 0.6], values: [0.8, 0.5], other: [0.4, 0.2] } as const;

/** The least rank of a near match: it has about half of the words, or all with typing errors. */
const NEAR_MIN = 0.4;

/** Precedes measures in the index, because they are no words of their own. */
const MEASURE = '=';

/** What a row is found by, besides the name of its category. */
type RowTexts = {
  title: string;
  /** The attributes with their units. */
  values: readonly string[];
  /** The options and the description: searched for all words, but not for words with typing errors. */
  other: readonly string[];
};

type WordOptions = { isWhole?: boolean; measures?: readonly string[] };

/** Whether a row with this rank has all words of the search. */
export function hasAllWords(rank: number): boolean {
  return rank > 1;
}

/** The words of rows, and the rows that have each. */
export type RowWords = ReturnType<typeof createRowWords>;

export function createRowWords() {
  const [titles, values, other] = [createWordIndex(), createWordIndex(), createWordIndex()];
  return {
    titles,
    values,
    other,
    /** Rows come in the order of their slots. */
    add(slot: number, texts: RowTexts): void {
      for (const word of wordsOf(texts.title)) titles.add(word, slot);
      for (const text of texts.values) for (const word of wordsOf(text)) values.add(word, slot);
      for (const text of texts.other) for (const word of wordsOf(text)) other.add(word, slot);
    },
    /** Follows a move of all rows to other slots, in the same order; -1 for those that are gone. */
    move(moved: Int32Array): void {
      titles.move(moved);
      values.move(moved);
      other.move(moved);
    },
  };
}

/** The words in the names of categories, by number. */
export type CategoryWords = { index: ReturnType<typeof createWordIndex>; count: number };

export function createCategoryWords(names: readonly string[]): CategoryWords {
  const index = createWordIndex();
  for (const [number, name] of names.entries()) for (const word of wordsOf(name)) index.add(word, number);
  return { index, count: names.length };
}

/** What a search looks in: the words of rows, in all languages that may have some, and those of categories. */
export type Searched = { words: readonly RowWords[]; categories: CategoryWords };

/** Finds rows by their words, also by some with typing errors. */
export function createSimilarSearch() {
  const scratch = { ranks: createScratch(), found: createScratch(), fits: createScratch(), best: createScratch() };

  /** How well each row fits by its best word, or by the name of its category. */
  function findBest(
    rows: Rows,
    { categories }: Searched,
    raise: (best: Float32Array, bestCategory: Float32Array) => void,
  ): Float32Array {
    const best = scratch.best(rows.size);
    const bestCategory = new Float32Array(categories.count);
    raise(best, bestCategory);
    if (bestCategory.some((fit) => fit > 0)) raiseTo(best, (slot) => bestCategory[rows.category(slot)] as number);
    return best;
  }

  /** @param isWhole leaves out words that `wanted` only begins */
  function findWord(
    rows: Rows,
    searched: Searched,
    wanted: string,
    { isWhole = false, measures = [] }: WordOptions = {},
  ): Float32Array {
    const begun = (fit: number) => (isWhole ? 0 : fit);
    return findBest(rows, searched, (best, bestCategory) => {
      for (const { titles, values, other } of searched.words) {
        titles.raiseBeginnings(best, wanted, FITS.title[0], begun(FITS.title[1]));
        values.raiseBeginnings(best, wanted, FITS.values[0], begun(FITS.values[1]));
        other.raiseBeginnings(best, wanted, FITS.other[0], begun(FITS.other[1]));
      }
      searched.categories.index.raiseBeginnings(bestCategory, wanted, FITS.category[0], begun(FITS.category[1]));
      raiseMeasures(best, searched, measures);
    });
  }

  function raiseMeasures(best: Float32Array, { words }: Searched, measures: readonly string[]): void {
    for (const { titles, values, other } of words) {
      for (const measure of measures) {
        titles.raise(best, MEASURE + measure, FITS.title[0]);
        values.raise(best, MEASURE + measure, FITS.values[0]);
        other.raise(best, MEASURE + measure, FITS.other[0]);
      }
    }
  }

  /** How well each row fits a compound, as a whole or by all of its parts. */
  function fitCompound(rows: Rows, searched: Searched, { whole, parts }: Compound): Float32Array {
    const fits = scratch.fits(rows.size);
    for (const [place, part] of parts.entries()) {
      // Only the last part can be unfinished.
      const isWhole = place < parts.length - 1;
      addOrExclude(fits, findWord(rows, searched, part, { isWhole }), 1 / parts.length);
    }
    if (parts.length > 1) {
      const best = findWord(rows, searched, whole, { measures: [whole] });
      raiseTo(fits, (slot) => best[slot] as number);
    }
    return fits;
  }

  /** How well the rows with all words fit; less than 0 for all others. */
  function findAllWords(rows: Rows, searched: Searched, compounds: readonly Compound[]): Float32Array {
    const found = scratch.found(rows.size);
    for (const compound of compounds) addOrExclude(found, fitCompound(rows, searched, compound), 1 / compounds.length);
    const measures = measuresOf(compounds);
    for (const joined of measures) {
      addShare(
        found,
        findBest(rows, searched, (best) => raiseMeasures(best, searched, joined)),
        1 / measures.length,
      );
    }
    return found;
  }

  /** How well rows fit by words that are alike. */
  function findNear(rows: Rows, searched: Searched, compounds: readonly Compound[]): Float32Array {
    const ranks = scratch.ranks(rows.size);
    const tokens = new Set(compounds.flatMap(({ tokens }) => tokens).filter(canBeAlike));
    for (const wanted of tokens) {
      const likeness = likenessTo(wanted);
      const fitOf = (word: string) => {
        const like = likeness(word);
        return like > 0 && canBeAlike(word) ? like : 0;
      };
      const best = findBest(rows, searched, (best, bestCategory) => {
        for (const { titles, values } of searched.words) {
          titles.raiseAll(best, fitOf);
          values.raiseAll(best, fitOf);
        }
        searched.categories.index.raiseAll(bestCategory, likeness);
      });
      addShare(ranks, best, 1 / tokens.size);
    }
    return ranks;
  }

  /**
   * How well each row fits, by slot; 0 if it doesn't. Rows with all words of `search` come before those with words that are
   * alike: see hasAllWords. Valid until the next call.
   */
  return function rank(search: string, rows: Rows, searched: Searched): Float32Array {
    const compounds = compoundsOf(search);
    const ranks = findNear(rows, searched, compounds);
    const found = findAllWords(rows, searched, compounds);
    for (let slot = 0; slot < ranks.length; slot += 1) {
      const fit = found[slot] as number;
      if (fit > 0) ranks[slot] = 1 + fit;
      else if ((ranks[slot] as number) < NEAR_MIN) ranks[slot] = 0;
    }
    return ranks;
  };
}

/** A column of zeros that is reused, because one per call would leave megabytes of garbage with every request. */
function createScratch() {
  let column = new Float32Array();
  return (size: number): Float32Array => {
    if (column.length < size) column = new Float32Array(grown(size));
    return column.subarray(0, size).fill(0);
  };
}

/** The words by which a text is found, and its measures. */
function wordsOf(text: string): string[] {
  const compounds = findableCompounds(text);
  const words = compounds.flatMap(({ whole, tokens, parts }) =>
    parts.length === 1 ? whole : [whole, ...tokens, ...parts],
  );
  const measures = measuresOf(compounds).flat();
  return [...words, ...measures.map((measure) => MEASURE + measure)];
}

/** Whether another word can be meant: not by a measure, nor by a number that identifies something. */
function canBeAlike(word: string): boolean {
  return !word.startsWith(MEASURE) && !isIdentifier(word);
}

// Kept out of the closures, so that loops over all rows don't reread closure variables.

function raiseTo(fits: Float32Array, fitOf: (slot: number) => number): void {
  for (let slot = 0; slot < fits.length; slot += 1) {
    const fit = fitOf(slot);
    if (fit > (fits[slot] as number)) fits[slot] = fit;
  }
}

function addShare(sums: Float32Array, fits: Float32Array, share: number): void {
  for (let slot = 0; slot < sums.length; slot += 1)
    sums[slot] = (sums[slot] as number) + (fits[slot] as number) * share;
}

/** Adds a share of `fits`, and excludes the rows that don't fit. */
function addOrExclude(sums: Float32Array, fits: Float32Array, share: number): void {
  for (let slot = 0; slot < sums.length; slot += 1) {
    const fit = fits[slot] as number;
    sums[slot] = fit > 0 ? (sums[slot] as number) + fit * share : Number.NEGATIVE_INFINITY;
  }
}
