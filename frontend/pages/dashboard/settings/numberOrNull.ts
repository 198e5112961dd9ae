/** The number in a field; null if it is empty. */
export function numberOrNull(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

/** The text of a field for a number. */
export function textOf(value: number | null | undefined): string {
  return value?.toString() ?? '';
}
