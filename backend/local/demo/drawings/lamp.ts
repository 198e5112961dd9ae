import { darker, lighter } from './colour.ts';
import { standingShadow } from './studio.ts';
import { circle, ellipse, type Paint, path, rect, repeat, stroke } from './svg.ts';

type Parts = { paint: Paint; body: string; accent: string };

function glow(paint: Paint, x: number, y: number, radius: number, colour: string) {
  return circle(
    x,
    y,
    radius,
    paint.radial([
      [0, lighter(colour, 0.6), 0.8],
      [0.4, colour, 0.35],
      [1, colour, 0],
    ]),
  );
}

/** A jointed lamp on a desk, and the light under it. */
export function lamp({ paint, body, accent }: Parts) {
  const metal = paint.linear(
    [
      [0, lighter(body, 0.5)],
      [0.4, body],
      [1, darker(body, 0.45)],
    ],
    0,
  );
  const beam = path(
    'M316 434L150 990H760L560 434z',
    paint.linear([
      [0, lighter(accent, 0.7), 0.6],
      [1, accent, 0],
    ]),
  );
  const shade = path('M330 300Q330 236 400 236H470Q540 236 546 300L598 446H272z', metal);
  const arm = (d: string) => stroke(d, darker(body, 0.45), 26) + stroke(d, body, 17);
  return (
    beam +
    ellipse(
      455,
      988,
      300,
      46,
      paint.radial([
        [0, '#fff6dc', 0.8],
        [1, '#fff6dc', 0],
      ]),
    ) +
    standingShadow(paint, 824, 990, 160) +
    arm('M440 230L640 170L870 520') +
    arm('M870 520L824 950') +
    circle(870, 520, 34, darker(body, 0.4)) +
    circle(868, 517, 26, accent) +
    circle(640, 170, 24, darker(body, 0.4)) +
    circle(638, 167, 17, lighter(body, 0.35)) +
    shade +
    ellipse(435, 446, 163, 26, darker(body, 0.6)) +
    ellipse(435, 448, 140, 18, '#fff9e6') +
    rect(664, 940, 320, 50, 24, darker(body, 0.5)) +
    rect(664, 934, 318, 46, 23, metal) +
    circle(720, 955, 10, accent)
  );
}

/** A lit bulb with its filament and screw. */
export function bulb({ paint, body, accent }: Parts) {
  const glass = paint.radial(
    [
      [0, '#fffdf2'],
      [0.45, lighter(accent, 0.55)],
      [1, accent],
    ],
    0.44,
    0.4,
    0.62,
  );
  return (
    glow(paint, 600, 480, 560, accent) +
    standingShadow(paint, 600, 1010, 130) +
    path(
      'M600 200C790 200 890 330 880 480C870 610 750 660 730 770H470C450 660 330 610 320 480C310 330 410 200 600 200z',
      glass,
    ) +
    stroke('M540 760L520 560L566 500L600 566L634 500L680 560L660 760', '#ffffff', 9, 'opacity=".85"') +
    path(
      'M390 410C400 310 460 262 540 250',
      'none',
      'stroke="#fff" stroke-width="20" stroke-linecap="round" opacity=".7"',
    ) +
    path(
      'M458 766H742L716 858H484z',
      paint.linear(
        [
          [0, lighter(body, 0.4)],
          [0.4, body],
          [1, darker(body, 0.35)],
        ],
        0,
      ),
    ) +
    repeat(4, (index) =>
      rect(
        496 + index * 3,
        856 + index * 30,
        208 - index * 6,
        27,
        13,
        paint.linear(
          [
            [0, '#6c727e'],
            [0.35, '#e5e7ea'],
            [1, '#5d636f'],
          ],
          0,
        ),
      ),
    ) +
    path('M530 976H670L640 1010H560z', '#3a3f4a')
  );
}
