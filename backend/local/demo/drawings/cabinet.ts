import { facing, leftSide, lookAt, lying, rightSide } from './axonometry.ts';
import { darker, lighter } from './colour.ts';
import { castShadow } from './studio.ts';
import { circle, type Paint, rect, repeat, ring } from './svg.ts';

/** What every loudspeaker is painted with: its body, its cone and one colour more. */
export type LoudspeakerParts = { paint: Paint; body: string; cone: string; accent: string };

/** A loudspeaker's driver: basket, rubber surround, cone and dust cap. */
export function driver({ paint, cone, accent }: LoudspeakerParts, x: number, y: number, radius: number) {
  const well = paint.radial(
    [
      [0, darker(cone, 0.62)],
      [0.55, cone],
      [1, lighter(cone, 0.22)],
    ],
    0.5,
    0.5,
    0.5,
  );
  const cap = paint.radial(
    [
      [0, lighter(cone, 0.55)],
      [1, darker(cone, 0.3)],
    ],
    0.38,
    0.32,
    0.7,
  );
  return (
    circle(x, y, radius, '#0b0d13') +
    ring(x, y, radius * 0.97, accent, radius * 0.035) +
    circle(x, y, radius * 0.9, '#20232b') +
    ring(x, y, radius * 0.83, '#343843', radius * 0.09) +
    circle(x, y, radius * 0.74, well) +
    circle(x, y, radius * 0.27, cap) +
    repeat(6, (index) =>
      circle(
        x + Math.cos((index * Math.PI) / 3) * radius * 0.93,
        y + Math.sin((index * Math.PI) / 3) * radius * 0.93,
        radius * 0.028,
        '#5d6370',
      ),
    )
  );
}

function cabinet(
  parts: LoudspeakerParts,
  centre: readonly [number, number],
  turn: number,
  size: readonly [number, number, number],
  face: string,
) {
  const { paint, body } = parts;
  const [width, height, depth] = size;
  const view = lookAt(turn, 12, centre);
  const front = paint.linear(
    [
      [0, lighter(body, 0.22)],
      [0.6, body],
      [1, darker(body, 0.14)],
    ],
    60,
  );
  const side = paint.linear([
    [0, darker(body, 0.3)],
    [1, darker(body, 0.5)],
  ]);
  const flank = turn > 0 ? leftSide(-width / 2, height, -depth / 2) : rightSide(width / 2, height, depth / 2);
  const base = lying(-width / 2, 0, -depth / 2);
  return (
    castShadow(view.place(base, rect(0, 0, width, depth, 12, '#000000')), 24, 1.4) +
    view.place(lying(-width / 2, height, -depth / 2), rect(0, 0, width, depth, 4, lighter(body, 0.35))) +
    view.place(flank, rect(0, 0, depth, height, 4, side)) +
    view.place(
      facing(-width / 2, height, depth / 2),
      rect(0, 0, width, height, 6, front) +
        face +
        rect(
          1.5,
          1.5,
          width - 3,
          height - 3,
          5,
          'none',
          `stroke="${lighter(body, 0.6)}" stroke-width="2" opacity=".5"`,
        ),
    )
  );
}

/** A pair of two-way loudspeakers, turned towards the listener. */
export function bookshelf(parts: LoudspeakerParts) {
  const face =
    rect(24, 24, 292, 472, 10, darker(parts.cone, 0.5)) +
    driver(parts, 170, 344, 128) +
    driver(parts, 170, 134, 68) +
    rect(140, 486, 60, 5, 2, parts.accent);
  return cabinet(parts, [350, 900], 24, [340, 520, 300], face) + cabinet(parts, [850, 900], -24, [340, 520, 300], face);
}

/** A pair of tall loudspeakers with four drivers each. */
export function tower(parts: LoudspeakerParts) {
  const face =
    rect(16, 16, 208, 768, 10, darker(parts.cone, 0.5)) +
    driver(parts, 120, 118, 60) +
    driver(parts, 120, 296, 92) +
    driver(parts, 120, 502, 92) +
    driver(parts, 120, 700, 80);
  return (
    cabinet(parts, [400, 1000], 26, [240, 800, 280], face) + cabinet(parts, [800, 1000], -26, [240, 800, 280], face)
  );
}
