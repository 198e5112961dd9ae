import { distance } from 'fastest-levenshtein';

/** Typing errors that a word may have. */
function errorsIn(wanted: string): number {
  return wanted.length < 3 ? 0 : wanted.length < 6 ? 1 : 2;
}

/**
 * How much words resemble `wanted`: 1 for the same word, less for one that contains it or differs in few letters, 0 for any
 * other.
 */
export function likenessTo(wanted: string): (word: string, letters: number) => number {
  const errors = errorsIn(wanted);
  const wantedLetters = lettersOf(wanted);
  return (word, letters) => {
    // A typing error takes one letter away at most. This leaves few words to compare.
    const missing = wantedLetters & ~letters;
    if (missing !== 0 && bitCount(missing) > errors) return 0;
    if (word === wanted) return 1;
    if (errors === 0) return 0;
    if (word.includes(wanted)) return 0.9;
    if (Math.abs(word.length - wanted.length) > errors) return 0;
    const differences = isSwapped(wanted, word) ? 1 : distance(wanted, word);
    return differences > errors ? 0 : 1 - differences / Math.max(wanted.length, word.length);
  };
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
export function lettersOf(word: string): number {
  let letters = 0;
  for (let place = 0; place < word.length; place += 1) letters |= 1 << (word.charCodeAt(place) & 31);
  return letters;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
