import { bookshelf, driver, type LoudspeakerParts, tower } from './cabinet.ts';
import { darker, lighter } from './colour.ts';
import { type Backdrop, standingShadow, studio } from './studio.ts';
import { circle, ellipse, path, rect, repeat, stroke } from './svg.ts';

type LoudspeakerOptions = {
  backdrop: Backdrop;
  body: string;
  cone: string;
  accent: string;
  form: 'bookshelf' | 'tower' | 'can' | 'bar' | 'radio' | 'dome';
};

function can({ paint, body, accent }: LoudspeakerParts) {
  const cloth = paint.linear(
    [
      [0, darker(body, 0.5)],
      [0.28, lighter(body, 0.2)],
      [0.55, body],
      [1, darker(body, 0.6)],
    ],
    0,
  );
  const weave = repeat(32, (row) =>
    repeat(18, (column) =>
      circle(404 + column * 23 + (row % 2) * 11, 370 + row * 18, 3.4, darker(body, 0.6), 'fill-opacity=".55"'),
    ),
  );
  const loop = 'M800 400C930 380 940 560 800 560';
  return (
    standingShadow(paint, 600, 990, 220) +
    stroke(loop, darker(accent, 0.45), 30) +
    stroke(loop, accent, 20) +
    rect(390, 300, 420, 690, 70, cloth) +
    paint.clipped(
      rect(390, 300, 420, 690, 70, '#000'),
      weave +
        rect(
          390,
          300,
          420,
          690,
          0,
          paint.linear(
            [
              [0, '#000', 0.45],
              [0.25, '#fff', 0.12],
              [0.5, '#fff', 0],
              [1, '#000', 0.5],
            ],
            0,
          ),
        ),
    ) +
    rect(388, 930, 424, 64, 32, darker(body, 0.55)) +
    ellipse(600, 334, 212, 62, darker(body, 0.55)) +
    ellipse(600, 326, 210, 58, lighter(body, 0.18)) +
    ellipse(600, 326, 168, 42, darker(body, 0.3)) +
    stroke('M572 326h56M600 310v32', lighter(body, 0.7), 8) +
    stroke('M474 326h40M690 326h40', lighter(body, 0.5), 7) +
    rect(560, 830, 80, 34, 10, accent)
  );
}

function bar({ paint, body, cone, accent }: LoudspeakerParts) {
  const cloth = paint.linear([
    [0, lighter(body, 0.25)],
    [0.5, body],
    [1, darker(body, 0.4)],
  ]);
  const ribs = repeat(62, (index) => rect(136 + index * 15.2, 566, 6, 100, 3, darker(body, 0.5), 'opacity=".5"'));
  return (
    standingShadow(paint, 600, 700, 470) +
    rect(110, 540, 980, 154, 60, darker(body, 0.55)) +
    rect(110, 536, 980, 150, 58, cloth) +
    ribs +
    rect(520, 590, 160, 50, 12, '#0d1018') +
    repeat(5, (index) => circle(552 + index * 24, 615, 6, accent, `opacity="${1 - index * 0.17}"`)) +
    rect(140, 544, 920, 4, 2, '#fff', 'opacity=".35"') +
    standingShadow(paint, 850, 990, 130) +
    rect(
      730,
      780,
      240,
      210,
      30,
      paint.linear([
        [0, lighter(body, 0.2)],
        [1, darker(body, 0.4)],
      ]),
    ) +
    driver({ paint, body, cone, accent }, 850, 885, 84) +
    standingShadow(paint, 350, 990, 130) +
    rect(
      230,
      780,
      240,
      210,
      30,
      paint.linear([
        [0, lighter(body, 0.2)],
        [1, darker(body, 0.4)],
      ]),
    ) +
    driver({ paint, body, cone, accent }, 350, 885, 84)
  );
}

function radio({ paint, body, cone, accent }: LoudspeakerParts) {
  const skin = paint.linear(
    [
      [0, lighter(body, 0.35)],
      [0.5, body],
      [1, darker(body, 0.35)],
    ],
    70,
  );
  const slots = paint.clipped(
    circle(428, 690, 176, '#000'),
    repeat(15, (index) => rect(240, 520 + index * 24, 380, 12, 6, darker(body, 0.68))),
  );
  const knob = (x: number, y: number, radius: number) =>
    circle(x + 5, y + 9, radius, '#05080f', 'opacity=".3"') +
    circle(
      x,
      y,
      radius,
      paint.linear(
        [
          [0, lighter(cone, 0.5)],
          [1, darker(cone, 0.35)],
        ],
        50,
      ),
    ) +
    circle(
      x,
      y,
      radius * 0.76,
      paint.linear(
        [
          [0, cone],
          [1, lighter(cone, 0.25)],
        ],
        50,
      ),
    ) +
    rect(x - 4, y - radius * 0.7, 8, radius * 0.4, 4, accent);
  return (
    standingShadow(paint, 600, 940, 410) +
    stroke('M820 450L960 170', '#8d939e', 9) +
    circle(960, 170, 11, '#c5cad2') +
    path(
      'M300 452V370Q300 330 340 330H700Q740 330 740 370V452',
      'none',
      `stroke="${darker(body, 0.35)}" stroke-width="26"`,
    ) +
    rect(190, 446, 820, 490, 64, darker(body, 0.5)) +
    rect(190, 442, 816, 482, 64, skin) +
    circle(428, 690, 186, darker(body, 0.3)) +
    circle(428, 690, 180, darker(body, 0.14)) +
    slots +
    rect(660, 510, 290, 120, 18, '#14171f') +
    repeat(17, (index) =>
      rect(682 + index * 15.4, index % 4 === 0 ? 546 : 558, 3, index % 4 === 0 ? 40 : 28, 1, '#f5e7c4'),
    ) +
    rect(790, 524, 5, 92, 2, accent) +
    knob(726, 764, 62) +
    knob(886, 764, 62) +
    repeat(4, (index) => rect(672 + index * 70, 860, 52, 18, 9, index === 1 ? accent : darker(body, 0.35)))
  );
}

function dome({ paint, body, accent }: LoudspeakerParts) {
  const cloth = paint.radial(
    [
      [0, lighter(body, 0.5)],
      [0.5, body],
      [1, darker(body, 0.55)],
    ],
    0.36,
    0.26,
    0.85,
  );
  const shape = path(
    'M280 740C280 500 420 380 600 380S920 500 920 740C920 880 800 936 600 936S280 880 280 740z',
    cloth,
  );
  const weave = repeat(30, (row) =>
    repeat(34, (column) =>
      circle(276 + column * 20 + (row % 2) * 10, 390 + row * 19, 2.6, darker(body, 0.55), 'fill-opacity=".4"'),
    ),
  );
  const glow = repeat(
    4,
    (index) => circle(534 + index * 44, 470, 11, accent) + circle(534 + index * 44, 470, 20, accent, 'opacity=".25"'),
  );
  return (
    standingShadow(paint, 600, 934, 300) +
    shape +
    paint.clipped(
      path('M280 740C280 500 420 380 600 380S920 500 920 740C920 880 800 936 600 936S280 880 280 740z', '#000'),
      weave + ellipse(600, 930, 330, 60, '#0b0f1a', 'opacity=".45"'),
    ) +
    glow +
    stroke('M920 850C1030 880 1040 960 1210 950', darker(body, 0.4), 16)
  );
}

const forms = { bookshelf, tower, can, bar, radio, dome };

/** Loudspeakers, from a pair on a shelf to one that is carried. */
export function loudspeaker({ backdrop, form, ...rest }: LoudspeakerOptions) {
  return studio(backdrop, (paint) => forms[form]({ paint, ...rest }));
}
