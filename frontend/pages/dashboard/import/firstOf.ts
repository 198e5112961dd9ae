import { m } from '#messages';

/** "a, b and 3 more": the first names of a list, and how many others there are. */
export function firstOf(names: readonly string[], max: number): string {
  const shown = names.slice(0, max).join(', ');
  return names.length > max ? m.importing.andMore({ names: shown, count: names.length - max }) : shown;
}
