const MAX_LENGTH = 120;

/** The start of a product's description, cut at a word to at most 120 characters. Distinguishes products with the same title. */
export function lineDetail(description: string): string {
  const characters = [...description.replace(/\s+/g, ' ').trim()];
  if (characters.length <= MAX_LENGTH) return characters.join('');
  const start = characters.slice(0, MAX_LENGTH);
  const end = start.lastIndexOf(' ');
  return `${start.slice(0, end > 0 ? end : MAX_LENGTH - 1).join('')}…`;
}
