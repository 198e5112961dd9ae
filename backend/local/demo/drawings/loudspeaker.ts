import { facing, leftSide, lookAt, lying, rightSide } from './axonometry.ts';
import { darker, lighter } from './colour.ts';
import { type Backdrop, castShadow, standingShadow, studio } from './studio.ts';
import { circle, ellipse, type Paint, path, rect, repeat, ring, stroke } from './svg.ts';

export type LoudspeakerOptions = {
  backdrop: Backdrop;
  body: string;
  cone: string;
  accent: string;
  form: 'bookshelf' | 'tower' | 'can' | 'bar' | 'radio' | 'dome';
};

type Parts = { paint: Paint; body: string; cone: string; accent: string };

/** A loudspeaker's driver: basket, rubber surround, cone and dust cap. */
function driver({ paint, cone, accent }: Parts, x: number, y: number, radius: number) {
  const well = paint.radial([[0, darker(cone, 0.62)], [0.55, cone], [1, lighter(cone, 0.22)]], 0.5, 0.5, 0.5);
  const cap = paint.radial([[0, lighter(cone, 0.55)], [1, darker(cone, 0.3)]], 0.38, 0.32, 0.7);
  return (
    circle(x, y, radius, '#0b0d13') + ring(x, y, radius * 0.97, accent, radius * 0.035) + circle(x, y, radius * 0.9, '#20232b') + ring(x, y, radius * 0.83, '#343843', radius * 0.09) +
    circle(x, y, radius * 0.74, well) + circle(x, y, radius * 0.27, cap) +
    repeat(6, (index) => circle(x + Math.cos((index * Math.PI) / 3) * radius * 0.93, y + Math.sin((index * Math.PI) / 3) * radius * 0.93, radius * 0.028, '#5d6370'))
  );
}

function cabinet(parts: Parts, centre: readonly [number, number], turn: number, size: readonly [number, number, number], face: string) {
  const { paint, body } = parts;
  const [width, height, depth] = size;
  const view = lookAt(turn, 12, centre);
  const front = paint.linear([[0, lighter(body, 0.22)], [0.6, body], [1, darker(body, 0.14)]], 60);
  const side = paint.linear([[0, darker(body, 0.3)], [1, darker(body, 0.5)]]);
  const flank = turn > 0 ? leftSide(-width / 2, height, -depth / 2) : rightSide(width / 2, height, depth / 2);
  const base = lying(-width / 2, 0, -depth / 2);
  return castShadow(paint, view.place(base, rect(0, 0, width, depth, 12, '#0c1322')), 24, 1.4) +
    view.place(lying(-width / 2, height, -depth / 2), rect(0, 0, width, depth, 4, lighter(body, 0.35))) + view.place(flank, rect(0, 0, depth, height, 4, side)) +
    view.place(facing(-width / 2, height, depth / 2), rect(0, 0, width, height, 6, front) + face + rect(1.5, 1.5, width - 3, height - 3, 5, 'none', `stroke="${lighter(body, 0.6)}" stroke-width="2" opacity=".5"`));
}

function bookshelf(parts: Parts) {
  const face = rect(24, 24, 292, 472, 10, darker(parts.cone, 0.5)) + driver(parts, 170, 344, 128) + driver(parts, 170, 134, 68) + rect(140, 486, 60, 5, 2, parts.accent);
  return cabinet(parts, [350, 900], 24, [340, 520, 300], face) + cabinet(parts, [850, 900], -24, [340, 520, 300], face);
}

function tower(parts: Parts) {
  const face = rect(16, 16, 208, 768, 10, darker(parts.cone, 0.5)) + driver(parts, 120, 118, 60) + driver(parts, 120, 296, 92) + driver(parts, 120, 502, 92) + driver(parts, 120, 700, 80);
  return cabinet(parts, [400, 1000], 26, [240, 800, 280], face) + cabinet(parts, [800, 1000], -26, [240, 800, 280], face);
}

function can({ paint, body, accent }: Parts) {
  const cloth = paint.linear([[0, darker(body, 0.5)], [0.28, lighter(body, 0.2)], [0.55, body], [1, darker(body, 0.6)]], 0);
  const weave = repeat(32, (row) => repeat(18, (column) => circle(404 + column * 23 + (row % 2) * 11, 370 + row * 18, 3.4, darker(body, 0.6), 'opacity=".55"')));
  const loop = 'M800 400C930 380 940 560 800 560';
  return standingShadow(paint, 600, 990, 220) + stroke(loop, darker(accent, 0.45), 30) + stroke(loop, accent, 20) + rect(390, 300, 420, 690, 70, cloth) + paint.clipped(rect(390, 300, 420, 690, 70, '#000'), weave + rect(390, 300, 420, 690, 0, paint.linear([[0, '#000', 0.45], [0.25, '#fff', 0.12], [0.5, '#fff', 0], [1, '#000', 0.5]], 0))) +
    rect(388, 930, 424, 64, 32, darker(body, 0.55)) + ellipse(600, 334, 212, 62, darker(body, 0.55)) + ellipse(600, 326, 210, 58, lighter(body, 0.18)) + ellipse(600, 326, 168, 42, darker(body, 0.3)) + stroke('M572 326h56M600 310v32', lighter(body, 0.7), 8) + stroke('M474 326h40M690 326h40', lighter(body, 0.5), 7) + rect(560, 830, 80, 34, 10, accent);
}

function bar({ paint, body, cone, accent }: Parts) {
  const cloth = paint.linear([[0, lighter(body, 0.25)], [0.5, body], [1, darker(body, 0.4)]]);
  const ribs = repeat(62, (index) => rect(136 + index * 15.2, 566, 6, 100, 3, darker(body, 0.5), 'opacity=".5"'));
  return standingShadow(paint, 600, 700, 470) + rect(110, 540, 980, 154, 60, darker(body, 0.55)) + rect(110, 536, 980, 150, 58, cloth) + ribs + rect(520, 590, 160, 50, 12, '#0d1018') + repeat(5, (index) => circle(552 + index * 24, 615, 6, accent, `opacity="${1 - index * 0.17}"`)) + rect(140, 544, 920, 4, 2, '#fff', 'opacity=".35"') +
    standingShadow(paint, 850, 990, 130) + rect(730, 780, 240, 210, 30, paint.linear([[0, lighter(body, 0.2)], [1, darker(body, 0.4)]])) + driver({ paint, body, cone, accent }, 850, 885, 84) + standingShadow(paint, 350, 990, 130) + rect(230, 780, 240, 210, 30, paint.linear([[0, lighter(body, 0.2)], [1, darker(body, 0.4)]])) + driver({ paint, body, cone, accent }, 350, 885, 84);
}

function radio({ paint, body, cone, accent }: Parts) {
  const skin = paint.linear([[0, lighter(body, 0.35)], [0.5, body], [1, darker(body, 0.35)]], 70);
  const slots = paint.clipped(circle(428, 690, 176, '#000'), repeat(15, (index) => rect(240, 520 + index * 24, 380, 12, 6, darker(body, 0.68))));
  const knob = (x: number, y: number, radius: number) => circle(x + 5, y + 9, radius, '#05080f', 'opacity=".3"') + circle(x, y, radius, paint.linear([[0, lighter(cone, 0.5)], [1, darker(cone, 0.35)]], 50)) + circle(x, y, radius * 0.76, paint.linear([[0, cone], [1, lighter(cone, 0.25)]], 50)) + rect(x - 4, y - radius * 0.7, 8, radius * 0.4, 4, accent);
  return standingShadow(paint, 600, 940, 410) + stroke('M820 450L960 170', '#8d939e', 9) + circle(960, 170, 11, '#c5cad2') + path('M300 452V370Q300 330 340 330H700Q740 330 740 370V452', 'none', `stroke="${darker(body, 0.35)}" stroke-width="26"`) + rect(190, 446, 820, 490, 64, darker(body, 0.5)) + rect(190, 442, 816, 482, 64, skin) + circle(428, 690, 186, darker(body, 0.3)) + circle(428, 690, 180, darker(body, 0.14)) + slots +
    rect(660, 510, 290, 120, 18, '#14171f') + repeat(17, (index) => rect(682 + index * 15.4, index % 4 === 0 ? 546 : 558, 3, index % 4 === 0 ? 40 : 28, 1, '#f5e7c4')) + rect(790, 524, 5, 92, 2, accent) + knob(726, 764, 62) + knob(886, 764, 62) + repeat(4, (index) => rect(672 + index * 70, 860, 52, 18, 9, index === 1 ? accent : darker(body, 0.35)));
}

function dome({ paint, body, accent }: Parts) {
  const cloth = paint.radial([[0, lighter(body, 0.5)], [0.5, body], [1, darker(body, 0.55)]], 0.36, 0.26, 0.85);
  const shape = path('M280 740C280 500 420 380 600 380S920 500 920 740C920 880 800 936 600 936S280 880 280 740z', cloth);
  const weave = repeat(30, (row) => repeat(34, (column) => circle(276 + column * 20 + (row % 2) * 10, 390 + row * 19, 2.6, darker(body, 0.55), 'opacity=".4"')));
  const glow = repeat(4, (index) => circle(534 + index * 44, 470, 11, accent) + circle(534 + index * 44, 470, 20, accent, 'opacity=".25"'));
  return standingShadow(paint, 600, 934, 300) + shape + paint.clipped(path('M280 740C280 500 420 380 600 380S920 500 920 740C920 880 800 936 600 936S280 880 280 740z', '#000'), weave + ellipse(600, 930, 330, 60, '#0b0f1a', 'opacity=".45"')) + glow + stroke('M920 850C1030 880 1040 960 1210 950', darker(body, 0.4), 16);
}

const forms = { bookshelf, tower, can, bar, radio, dome };

/** Loudspeakers, from a pair on a shelf to one that is carried. */
export function loudspeaker({ backdrop, form, ...rest }: LoudspeakerOptions) {
  return studio(backdrop, (paint) => forms[form]({ paint, ...rest }));
}
