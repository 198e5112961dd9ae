import { ATTRIBUTE_TEXT_MAX } from './catalogue.ts';

/** The most characters of a word, and of its translation: those of the longest there is, the text of an attribute. */
export const TERM_MAX = ATTRIBUTE_TEXT_MAX;

/** The most bytes of a change: many words are translated at once. */
export const TERMS_BYTES_MAX = 256 * 1024;

/** A short word of the catalogue in another language. */
export type TermView = {
  text: string;
  /** '' without. */
  translation: string;
  /** How often products show it: once for each attribute and option of each. */
  uses: number;
};
