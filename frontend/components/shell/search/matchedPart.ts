import { foldedText, plainText } from '#contract/values/words.ts';

/** A text around the part that matches a search. */
export type MatchedPart = { before: string; match: string; after: string };

/** Finds a search in a title without regard to case, accents and kinds of spaces; null if the title doesn't contain it. */
export function matchedPart(title: string, search: string): MatchedPart | null {
  const characters = [...title];
  const folded = characters.map(foldedText);
  const wanted = foldedText(plainText(search));
  const start = folded.join('').indexOf(wanted);
  if (start < 0 || wanted === '') return null;
  // A character can be longer when folded, or nothing, as an accent apart from its letter: count in characters.
  const from = charactersUntil(folded, start);
  let to = charactersUntil(folded, start + wanted.length);
  while (folded[to] === '') to += 1;
  return {
    before: characters.slice(0, from).join(''),
    match: characters.slice(from, to).join(''),
    after: characters.slice(to).join(''),
  };
}

/** The number of characters before a position in their joined text. */
function charactersUntil(characters: readonly string[], position: number): number {
  let length = 0;
  const end = characters.findIndex((character) => {
    if (length >= position) return true;
    length += character.length;
    return false;
  });
  return end < 0 ? characters.length : end;
}
