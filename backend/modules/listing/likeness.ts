import { distance } from 'fastest-levenshtein';

/** Typing errors that a word may have. */
function errorsIn(wanted: string): number {
  return wanted.length < 3 ? 0 : wanted.length < 6 ? 1 : 2;
}

/**
 * How much words resemble `wanted`: 1 for the same word, less for one that contains it or differs in few letters, 0 for any
 * other.
 */
export function likenessTo(wanted: string): (word: string) => number {
  const errors = errorsIn(wanted);
  return (word) => {
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
