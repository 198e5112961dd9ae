import { circle, placed, repeat, stroke } from './svg.ts';

/** Numerals as lines in a box of 10 by 16, because a picture must not depend on the fonts of a machine. */
const numerals: Record<string, string> = {
  0: 'M0 5a5 5 0 0 1 10 0v6a5 5 0 0 1-10 0z',
  1: 'M2 3L6 0V16',
  2: 'M0 5a5 5 0 0 1 10 0c0 4-10 7-10 11h10',
  3: 'M.5 3.5a4.5 4 0 1 1 4.5 4.2a5 4.2 0 1 1-5 4.6',
  4: 'M8 16V0L0 11h10',
  5: 'M9 0H1.5L1 7c2-1.5 9-2 9 4a5 5 0 0 1-10 1',
  6: 'M8 0C3 3 0 7 0 11a5 5 0 1 0 10 0a5 5 0 0 0-10 0',
  7: 'M0 0h10L4 16',
  8: 'M1 4a4 4 0 1 1 8 0a4 4 0 1 1-8 0M.3 12a4.7 4 0 1 1 9.4 0a4.7 4 0 1 1-9.4 0',
  9: 'M2 16c5-3 8-7 8-11a5 5 0 1 0-10 0a5 5 0 0 0 10 0',
};

/** Digits and colons, centred on (x, y), `height` tall. */
export function digits(text: string, x: number, y: number, height: number, colour: string, weight = 1.6) {
  const advance = (character: string) => (character === ':' ? 7 : 15);
  const width = [...text].reduce((sum, character) => sum + advance(character), -5);
  let left = -width / 2;
  const drawn = [...text].map((character) => {
    const at = left;
    left += advance(character);
    if (character === ':') return circle(at + 1, -3, weight * 0.75, colour) + circle(at + 1, 4, weight * 0.75, colour);
    const numeral = numerals[character];
    if (numeral === undefined) throw new Error(`There is no numeral for "${character}"`);
    return placed(at, -8, stroke(numeral, colour, weight));
  });
  return placed(x, y, drawn.join(''), 0, height / 16);
}

/** Lines of writing too small to read: bars of varied length, ragged on the right. */
export function writing(x: number, y: number, width: number, lines: number, step: number, colour: string, opacity = 1) {
  const lengths = [1, 0.94, 0.98, 0.9, 0.62, 0.96, 1, 0.92, 0.97, 0.4];
  return repeat(lines, (line) => {
    const length = width * (lengths[line % lengths.length] ?? 1);
    return stroke(`M${x} ${y + line * step}h${length}`, colour, step * 0.3, `opacity="${opacity}"`);
  });
}
