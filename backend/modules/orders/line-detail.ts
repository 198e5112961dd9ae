const MAX_LENGTH = 120;

/** The beginning of a product's description, at most 120 characters and cut at a word: it tells apart products of the same title. */
export function lineDetail(description: string): string {
  const characters = [...description.replace(/\s+/g, ' ').trim()];
  if (characters.length <= MAX_LENGTH) return characters.join('');
  const start = characters.slice(0, MAX_LENGTH);
  const end = start.lastIndexOf(' ');
  return `${start.slice(0, end > 0 ? end : MAX_LENGTH - 1).join('')}…`;
}
