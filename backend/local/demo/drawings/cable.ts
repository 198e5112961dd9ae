import { darker, lighter } from './colour.ts';
import { type Paint, placed, rect, repeat, stroke } from './svg.ts';

/** The metal end of a cable with its sleeve, pointing along x from (0, 0). */
export function plugEnd(paint: Paint, sleeve: string) {
  const steel = paint.linear([
    [0, '#f0f1f3'],
    [1, '#8f959f'],
  ]);
  return (
    rect(-70, -26, 96, 52, 14, darker(sleeve, 0.3)) +
    rect(-70, -26, 94, 46, 14, sleeve) +
    rect(24, -17, 48, 34, 9, steel) +
    rect(60, -9, 10, 18, 5, '#2a2e38')
  );
}

/** A woven wire along a path. */
export function wire(paint: Paint, d: string, colour: string, width = 20) {
  return (
    paint.blurred(stroke(d, '#000000', width, 'opacity=".4" transform="translate(9 18)"'), 8) +
    stroke(d, darker(colour, 0.4), width) +
    stroke(d, colour, width * 0.7) +
    stroke(d, lighter(colour, 0.5), width * 0.28, `stroke-dasharray="7 9" opacity=".7"`)
  );
}

/** A coiled cable with a plug at each end. */
export function cable({ paint, body, accent }: { paint: Paint; body: string; accent: string }) {
  const coil = repeat(4, (index) =>
    wire(
      paint,
      `M${600 - 300 + index * 22} 590a${300 - index * 22} ${270 - index * 22} 0 1 1 ${600 - index * 44} 0a${300 - index * 22} ${270 - index * 22} 0 1 1 ${-600 + index * 44} 0`,
      body,
      28,
    ),
  );
  const ends =
    wire(paint, 'M340 690C330 850 300 930 440 960', body, 28) +
    wire(paint, 'M860 700C890 820 960 850 900 950S740 1010 700 960', body, 28);
  return (
    coil +
    rect(560, 790, 90, 124, 24, darker(accent, 0.4)) +
    rect(560, 786, 88, 122, 24, accent) +
    ends +
    placed(470, 966, plugEnd(paint, '#2c313d'), 12, 1.15) +
    placed(690, 944, plugEnd(paint, '#2c313d'), 218, 1.15)
  );
}
