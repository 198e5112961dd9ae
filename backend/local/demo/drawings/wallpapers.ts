import { darker, lighter, mix } from './colour.ts';
import { circle, type Paint, path, rect, repeat, ring } from './svg.ts';

/** A screen to be filled, from (0, 0), and the colour that sets its mood. */
export type Sheet = { paint: Paint; width: number; height: number; accent: string };

export function sky({ paint, width, height }: Sheet, top: string, bottom: string, degrees = 90) {
  return rect(
    0,
    0,
    width,
    height,
    0,
    paint.linear(
      [
        [0, top],
        [1, bottom],
      ],
      degrees,
    ),
  );
}

export function dunes(sheet: Sheet) {
  const { width: w, height: h, accent, paint } = sheet;
  const dune = (y: number, bend: number, from: string, to: string) =>
    path(
      `M0 ${h * y}C${w * 0.3} ${h * (y - bend)} ${w * 0.45} ${h * (y + bend)} ${w} ${h * (y - bend * 0.6)}V${h}H0z`,
      paint.linear(
        [
          [0, from],
          [1, to],
        ],
        35,
      ),
    );
  return (
    sky(sheet, mix(accent, '#1d2450', 0.72), lighter(accent, 0.55)) +
    circle(w * 0.68, h * 0.4, Math.min(w, h) * 0.13, lighter(accent, 0.85)) +
    dune(0.6, 0.16, lighter(accent, 0.25), accent) +
    dune(0.74, -0.13, accent, darker(accent, 0.45)) +
    dune(0.9, 0.14, darker(accent, 0.35), darker(accent, 0.75))
  );
}

export function peaks(sheet: Sheet) {
  const { width: w, height: h, accent } = sheet;
  const range = (points: readonly (readonly [number, number])[], colour: string) =>
    path(`M0 ${h}${points.map(([x, y]) => `L${w * x} ${h * y}`).join('')}L${w} ${h}z`, colour);
  const far = [
    [0, 0.6],
    [0.16, 0.42],
    [0.27, 0.55],
    [0.5, 0.28],
    [0.66, 0.5],
    [0.82, 0.36],
    [1, 0.58],
  ] as const;
  const near = [
    [0, 0.82],
    [0.2, 0.62],
    [0.38, 0.78],
    [0.6, 0.56],
    [0.78, 0.74],
    [1, 0.6],
  ] as const;
  return (
    sky(sheet, darker(accent, 0.35), lighter(accent, 0.75)) +
    circle(w * 0.24, h * 0.26, Math.min(w, h) * 0.08, '#fff6e0', 'opacity=".9"') +
    range(far, mix(accent, '#f4f1ff', 0.35)) +
    range(near, mix(accent, '#1a2238', 0.5)) +
    range(
      [
        [0, 0.95],
        [0.3, 0.84],
        [0.62, 0.92],
        [1, 0.8],
      ],
      mix(accent, '#10162a', 0.8),
    )
  );
}

export function orbit(sheet: Sheet) {
  const { width: w, height: h, accent, paint } = sheet;
  const unit = Math.min(w, h);
  const planet = paint.radial(
    [
      [0, lighter(accent, 0.7)],
      [0.6, accent],
      [1, darker(accent, 0.7)],
    ],
    0.32,
    0.28,
    0.8,
  );
  return (
    sky(sheet, '#10142b', '#232a55', 60) +
    repeat(5, (index) =>
      ring(
        w * 0.5,
        h * 0.54,
        unit * (0.32 + index * 0.14),
        '#ffffff',
        unit * 0.003,
        `opacity="${0.34 - index * 0.06}"`,
      ),
    ) +
    circle(w * 0.5, h * 0.54, unit * 0.21, planet) +
    circle(w * 0.5 + unit * 0.4, h * 0.54 - unit * 0.23, unit * 0.035, lighter(accent, 0.8)) +
    circle(w * 0.5 - unit * 0.52, h * 0.54 + unit * 0.29, unit * 0.05, mix(accent, '#5f7bff', 0.6))
  );
}

export function ribbons(sheet: Sheet) {
  const { width: w, height: h, accent, paint } = sheet;
  const colours = [accent, mix(accent, '#ff7ab6', 0.6), mix(accent, '#ffc46b', 0.65), mix(accent, '#6b7cff', 0.6)];
  const bands = colours.map((colour, index) => {
    const y = h * (0.24 + index * 0.15);
    const fill = paint.linear(
      [
        [0, lighter(colour, 0.4)],
        [0.5, colour],
        [1, darker(colour, 0.35)],
      ],
      12,
    );
    return path(
      `M0 ${y + h * 0.1}C${w * 0.25} ${y - h * 0.32} ${w * 0.55} ${y + h * 0.42} ${w} ${y - h * 0.16}V${y + h * 0.2}C${w * 0.6} ${y + h * 0.62} ${w * 0.3} ${y - h * 0.02} 0 ${y + h * 0.46}z`,
      fill,
      'opacity=".9"',
    );
  });
  return sky(sheet, darker(accent, 0.82), darker(accent, 0.55), 40) + bands.join('');
}

export function petals(sheet: Sheet) {
  const { width: w, height: h, accent, paint } = sheet;
  const size = Math.min(w, h) * 0.46;
  const fill = paint.linear([
    [0, lighter(accent, 0.75), 0.95],
    [1, accent, 0.75],
  ]);
  const petal = (turn: number) =>
    `<g transform="translate(${w / 2} ${h * 0.54}) rotate(${turn})">${path(`M0 0C${size * 0.6} ${-size * 0.4} ${size * 0.3} ${-size} 0 ${-size}C${-size * 0.3} ${-size} ${-size * 0.6} ${-size * 0.4} 0 0z`, fill, 'opacity=".8"')}</g>`;
  return (
    sky(sheet, mix(accent, '#ffffff', 0.72), mix(accent, '#241b44', 0.35), 65) +
    repeat(8, (index) => petal(index * 45 + 10))
  );
}
