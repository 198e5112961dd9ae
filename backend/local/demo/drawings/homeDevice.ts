import { lookAt, lying } from './axonometry.ts';
import { darker, lighter } from './colour.ts';
import { digits } from './glyphs.ts';
import { bulb, lamp } from './lamp.ts';
import { lens } from './phone.ts';
import { type Backdrop, castShadow, standingShadow, studio } from './studio.ts';
import { circle, type Paint, path, placed, rect, repeat, ring, stroke } from './svg.ts';

type HomeDeviceOptions = {
  backdrop: Backdrop;
  body: string;
  accent: string;
  form: 'lamp' | 'bulb' | 'thermostat' | 'doorbell' | 'vacuum' | 'plug' | 'sensor';
  /** Two digits, on a device that shows a number. */
  shown?: string;
};

type Parts = { paint: Paint; body: string; accent: string; shown: string };

function thermostat({ paint, body, accent, shown }: Parts) {
  const metal = paint.linear(
    [
      [0, lighter(body, 0.6)],
      [0.4, body],
      [1, darker(body, 0.45)],
    ],
    50,
  );
  const ticks = repeat(
    61,
    (index) =>
      `<g transform="translate(600 600) rotate(${-135 + index * 4.5})">${rect(-3, -262, 6, 44, 3, index < 38 ? accent : '#454c5c')}</g>`,
  );
  return (
    castShadow(circle(600, 600, 385, '#000000'), 60) +
    circle(600, 600, 390, darker(body, 0.45)) +
    circle(598, 596, 387, metal) +
    repeat(
      90,
      (index) =>
        `<g transform="translate(600 600) rotate(${index * 4})">${rect(-2.5, -386, 5, 40, 2, darker(body, 0.4), 'opacity=".5"')}</g>`,
    ) +
    circle(600, 600, 330, darker(body, 0.55)) +
    circle(
      600,
      600,
      322,
      paint.radial([
        [0, '#232a3a'],
        [1, '#090c14'],
      ]),
    ) +
    ticks +
    digits(shown, 600, 590, 170, '#ffffff', 1.2) +
    path('M600 770c-26 34 -42 52 -42 76a42 42 0 0 0 84 0c0 -24 -16 -42 -42 -76z', accent) +
    path('M330 470A310 310 0 0 1 560 290Q420 400 330 470z', '#ffffff', 'opacity=".09"')
  );
}

function doorbell({ paint, body, accent }: Parts) {
  const face = paint.linear(
    [
      [0, lighter(body, 0.4)],
      [0.5, body],
      [1, darker(body, 0.35)],
    ],
    40,
  );
  return (
    castShadow(rect(430, 180, 340, 840, 120, '#000000'), 56) +
    rect(428, 178, 346, 846, 122, darker(body, 0.5)) +
    rect(430, 178, 338, 838, 120, face) +
    rect(458, 208, 284, 330, 110, '#0c0f17') +
    lens(paint, 600, 372, 118, '#3f4553') +
    repeat(6, (index) => circle(510 + index * 36, 232 + Math.abs(index - 2.5) * 8, 5, '#a93b46', 'opacity=".7"')) +
    repeat(15, (index) => circle(544 + (index % 5) * 28, 602 + Math.floor(index / 5) * 28, 6, darker(body, 0.6))) +
    circle(600, 836, 104, darker(body, 0.42)) +
    circle(
      600,
      832,
      98,
      paint.linear(
        [
          [0, lighter(body, 0.15)],
          [1, lighter(body, 0.55)],
        ],
        60,
      ),
    ) +
    ring(600, 832, 84, accent, 9) +
    path('M566 846v-22l34 -30l34 30v22a8 8 0 0 1 -8 8h-52a8 8 0 0 1 -8 -8z', darker(body, 0.5))
  );
}

function vacuum({ paint, body, accent }: Parts) {
  const view = lookAt(-20, 44, [600, 640]);
  const disc = (y: number, radius: number, fill: string, x = 0, z = 0) =>
    view.place(lying(x, y, z), circle(0, 0, radius, fill));
  const side = paint.linear(
    [
      [0, darker(body, 0.55)],
      [0.35, lighter(body, 0.1)],
      [1, darker(body, 0.55)],
    ],
    0,
  );
  const top = paint.linear(
    [
      [0, lighter(body, 0.5)],
      [0.5, body],
      [1, darker(body, 0.22)],
    ],
    60,
  );
  const brush = repeat(3, (index) =>
    view.place(
      lying(300, 6, 250),
      `<g transform="rotate(${index * 120 + 20})">${stroke('M0 0C60 -10 90 10 130 0M0 0C60 4 90 28 126 24M0 0C60 -18 90 -10 126 -24', '#2b303b', 5)}</g>`,
    ),
  );
  return (
    castShadow(disc(0, 410, '#000000'), 60) +
    brush +
    view.extrude(lying(0, 14, 0), [0, 86, 0], circle(0, 0, 408, side)) +
    view.extrude(lying(0, 46, 0), [0, 14, 0], circle(0, 0, 411, darker(body, 0.5))) +
    disc(100, 408, lighter(body, 0.55)) +
    disc(100, 404, top) +
    view.place(
      lying(0, 100, 0),
      ring(0, 0, 330, darker(body, 0.25), 4) +
        rect(-160, 250, 320, 12, 6, accent) +
        ring(0, 160, 46, darker(body, 0.3), 7) +
        stroke('M0 128v26', darker(body, 0.3), 8),
    ) +
    view.extrude(
      lying(0, 100, -90),
      [0, 58, 0],
      circle(
        0,
        0,
        128,
        paint.linear(
          [
            [0, '#191d27'],
            [0.4, '#4a5160'],
            [1, '#12151d'],
          ],
          0,
        ),
      ),
    ) +
    disc(158, 128, '#4b5261', 0, -90) +
    disc(158, 118, '#232834', 0, -90) +
    disc(158, 34, accent, 0, -90)
  );
}

function plug({ paint, body, accent }: Parts) {
  const face = paint.linear(
    [
      [0, lighter(body, 0.45)],
      [0.5, body],
      [1, darker(body, 0.22)],
    ],
    50,
  );
  const one = (x: number, y: number, lit: boolean) =>
    placed(
      x,
      y,
      castShadow(rect(-190, -190, 380, 380, 120, '#000000'), 46) +
        rect(-192, -192, 388, 390, 122, darker(body, 0.4)) +
        rect(-192, -194, 384, 384, 120, face) +
        circle(0, 0, 140, darker(body, 0.35)) +
        circle(
          0,
          3,
          134,
          paint.linear([
            [0, darker(body, 0.4)],
            [1, darker(body, 0.1)],
          ]),
        ) +
        circle(-58, 0, 18, '#10131b') +
        circle(58, 0, 18, '#10131b') +
        rect(-14, -136, 28, 26, 6, '#b9a26d') +
        rect(-14, 110, 28, 26, 6, '#b9a26d') +
        (lit
          ? ring(0, 0, 160, accent, 10) + ring(0, 0, 166, accent, 26, 'opacity=".2"')
          : ring(0, 0, 160, darker(body, 0.15), 6)),
    );
  return one(430, 430, true) + one(770, 770, false);
}

function sensor({ paint, body, accent, shown }: Parts) {
  const face = paint.linear(
    [
      [0, lighter(body, 0.5)],
      [0.5, body],
      [1, darker(body, 0.28)],
    ],
    55,
  );
  return (
    standingShadow(paint, 600, 960, 330) +
    rect(270, 300, 664, 660, 130, darker(body, 0.45)) +
    rect(270, 296, 660, 654, 130, face) +
    rect(324, 350, 552, 380, 84, '#0d1119') +
    digits(shown, 520, 520, 150, '#ffffff', 1.3) +
    ring(690, 460, 20, '#ffffff', 9) +
    repeat(14, (index) =>
      rect(
        372 + index * 33,
        672 - 34 * Math.abs(Math.sin(index * 0.55 + 0.4)),
        18,
        14 + 34 * Math.abs(Math.sin(index * 0.55 + 0.4)),
        7,
        index > 9 ? accent : '#4a8f8a',
      ),
    ) +
    repeat(30, (index) => circle(440 + (index % 10) * 35.5, 800 + Math.floor(index / 10) * 36, 9, darker(body, 0.5))) +
    circle(800, 430, 16, accent)
  );
}

const forms = { lamp, bulb, thermostat, doorbell, vacuum, plug, sensor };

/** A device of the house: what lights it, warms it, watches its door or cleans its floor. */
export function homeDevice({ backdrop, form, shown = '21', ...rest }: HomeDeviceOptions) {
  return studio(backdrop, (paint) => forms[form]({ paint, shown, ...rest }));
}
