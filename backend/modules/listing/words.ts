import { foldedText } from '#contract/values/words.ts';

/** Words that hyphens or apostrophes join. The first is the second for texts of ASCII alone, several times as fast. */
const ASCII_COMPOUND = /[a-z0-9]+(?:[-'][a-z0-9]+)*/g;
const COMPOUND = /[\p{L}\p{M}\p{N}]+(?:[-'’\u2010-\u2015][\p{L}\p{M}\p{N}]+)*/gu;
const ASCII = /^[\0-\x7f]*$/;
const JOINT = /[-'’\u2010-\u2015]/;
const PART = /[0-9]+|[^0-9]+/g;
const NUMBER = /^[0-9]+$/;
const ONE_PART = /^(?:[a-z]+|[0-9]+)$/;

/** A word as it is written: "Wi-Fi", "16GB", "WH-1000XM5". */
export type Compound = {
  /** Without hyphens: "wifi". */
  whole: string;
  /** Between hyphens: "wh", "1000xm5". */
  tokens: readonly string[];
  /** Letters and digits apart: "wh", "1000", "xm", "5". */
  parts: readonly string[];
};

/** What has more parts is a checksum or the like, of which each part would be a word. */
const PARTS_MAX = 10;

/** Longer numbers identify things: one that differs in a digit is something else. */
const DIGITS_MAX = 4;

const UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** The words by which a text is found: those with umlauts also as they are typed without them, "kopfhoerer". */
export function findableCompounds(text: string): Compound[] {
  const compounds = compoundsOf(text);
  const plain = text.normalize('NFC').toLowerCase();
  const spelled = plain.replace(/[äöü]/g, (letter) => UMLAUTS[letter] ?? letter);
  return spelled === plain ? compounds : [...compounds, ...compoundsOf(spelled)];
}

/** The words of a text, without regard to case, accents and the like. */
export function compoundsOf(text: string): Compound[] {
  const folded = foldedText(text);
  const compounds: Compound[] = [];
  for (const compound of folded.match(ASCII.test(folded) ? ASCII_COMPOUND : COMPOUND) ?? []) {
    if (ONE_PART.test(compound)) {
      const parts = [compound];
      compounds.push({ whole: compound, tokens: parts, parts });
      continue;
    }
    const tokens = compound.split(JOINT);
    const parts = tokens.flatMap((token) => token.match(PART) ?? []);
    if (parts.length <= PARTS_MAX) compounds.push({ whole: tokens.join(''), tokens, parts });
  }
  return compounds;
}

/** Whether a word is a long number. */
export function isIdentifier(word: string): boolean {
  return word.length > DIGITS_MAX && NUMBER.test(word);
}

/**
 * Words beside a number, joined with it: "16 GB" gives "16gb". They tell a product with 16 GB from one with 16 inches and
 * 8 GB. For each pair, all ways to join it: "Wi-Fi 7" gives "wifi7" and "fi7".
 */
export function measuresOf(compounds: readonly Compound[]): string[][] {
  const measures: string[][] = [];
  let before: Compound | undefined;
  for (const compound of compounds) {
    if (compound.parts.length === 2) measures.push([compound.whole]);
    if (before !== undefined && isShortNumber(before) !== isShortNumber(compound)) {
      const joined = [before.whole + compound.whole, `${before.tokens.at(-1)}${compound.tokens[0]}`];
      measures.push([...new Set(joined)]);
    }
    before = compound;
  }
  return measures;
}

function isShortNumber({ whole }: Compound): boolean {
  return whole.length <= DIGITS_MAX && NUMBER.test(whole);
}
