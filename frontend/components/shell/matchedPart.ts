/** A text around the part that matches a search. */
export type MatchedPart = { before: string; match: string; after: string };

/** Finds a search in a title as the server does, ignoring case; null if the title doesn't contain it. */
export function matchedPart(title: string, search: string): MatchedPart | null {
  const characters = [...title];
  const lowerCase = characters.map((character) => character.toLowerCase());
  const start = lowerCase.join('').indexOf(search.toLowerCase());
  if (start < 0 || search === '') return null;
  // A character can be longer in lower case: count in characters.
  const from = charactersUntil(lowerCase, start);
  const to = charactersUntil(lowerCase, start + search.toLowerCase().length);
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
