import { darker, lighter } from './colour.ts';
import { litScreen, type Scene } from './screens.ts';
import { type Backdrop, castShadow, standingShadow, studio } from './studio.ts';
import { circle, type Paint, path, placed, rect, repeat, ring } from './svg.ts';

type GameDeviceOptions = {
  backdrop: Backdrop;
  body: string;
  grips: string;
  accent: string;
  scene?: Scene;
  form: 'controller' | 'handheld' | 'pocket' | 'console';
};
type Parts = { paint: Paint; body: string; grips: string; accent: string; scene: Scene };

function stick({ paint, grips }: Parts, x: number, y: number, radius: number) {
  return (
    circle(x, y, radius * 1.24, '#0b0d13') +
    circle(x + 5, y + 9, radius, '#000', 'opacity=".4"') +
    circle(
      x,
      y,
      radius,
      paint.linear(
        [
          [0, lighter(grips, 0.3)],
          [1, darker(grips, 0.5)],
        ],
        60,
      ),
    ) +
    repeat(
      28,
      (index) =>
        `<g transform="translate(${x} ${y}) rotate(${index * 12.86})">${rect(-2, -radius, 4, radius * 0.14, 2, darker(grips, 0.6))}</g>`,
    ) +
    circle(
      x,
      y,
      radius * 0.7,
      paint.radial([
        [0, darker(grips, 0.5)],
        [1, lighter(grips, 0.12)],
      ]),
    )
  );
}

function crossPad(x: number, y: number, size: number, colour: string) {
  const arm = size * 0.34;
  const shape = (fill: string) =>
    rect(x - arm / 2, y - size / 2, arm, size, 9, fill) + rect(x - size / 2, y - arm / 2, size, arm, 9, fill);
  return (
    circle(x, y, size * 0.62, '#0b0d13', 'opacity=".25"') +
    `<g transform="translate(2 6)">${shape(darker(colour, 0.6))}</g>` +
    shape(lighter(colour, 0.1)) +
    circle(x, y, arm * 0.3, darker(colour, 0.3))
  );
}

function faceButtons(paint: Paint, x: number, y: number, spread: number, radius: number, colours: readonly string[]) {
  const places = [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ] as const;
  return places
    .map(([dx, dy], index) => {
      const colour = colours[index % colours.length] ?? '#ffffff';
      return (
        circle(x + dx * spread + 2, y + dy * spread + 6, radius, darker(colour, 0.6)) +
        circle(
          x + dx * spread,
          y + dy * spread,
          radius,
          paint.linear(
            [
              [0, lighter(colour, 0.4)],
              [1, darker(colour, 0.15)],
            ],
            60,
          ),
        )
      );
    })
    .join('');
}

const rainbow = ['#f2c14e', '#e4573d', '#5fae8b', '#4d86c6'];

function controller(parts: Parts) {
  const { paint, body, grips, accent } = parts;
  const outline =
    'M390 360C300 344 226 380 196 470C150 610 120 760 150 850C176 926 256 916 310 850L404 734H796L890 850C944 916 1024 926 1050 850C1080 760 1050 610 1004 470C974 380 900 344 810 360C770 366 760 380 720 380H480C440 380 430 366 390 360z';
  const skin = paint.linear(
    [
      [0, lighter(body, 0.5)],
      [0.45, body],
      [1, darker(body, 0.35)],
    ],
    65,
  );
  const side = (flip: number) =>
    `<g transform="translate(600 0) scale(${flip} 1)">${path('M-404 470C-450 610 -480 760 -450 850C-424 926 -344 916 -290 850L-236 780C-330 760 -380 640 -350 400C-380 410 -394 440 -404 470z', grips)}</g>`;
  const shoulder = (flip: number) =>
    `<g transform="translate(600 0) scale(${flip} 1)">${path('M-360 380C-350 310 -280 300 -180 330L-160 390z', darker(grips, 0.3))}</g>`;
  return (
    castShadow(path(outline, '#000000'), 58) +
    shoulder(1) +
    shoulder(-1) +
    `<g transform="translate(0 10)">${path(outline, darker(body, 0.5))}</g>` +
    path(outline, skin) +
    paint.clipped(path(outline, '#000'), side(1) + side(-1)) +
    crossPad(340, 500, 150, grips) +
    faceButtons(paint, 860, 500, 62, 32, rainbow) +
    stick(parts, 470, 656, 62) +
    stick(parts, 730, 656, 62) +
    rect(490, 410, 220, 130, 22, darker(body, 0.18)) +
    rect(492, 408, 216, 126, 20, lighter(body, 0.2)) +
    circle(600, 590, 20, accent) +
    circle(600, 590, 32, accent, 'opacity=".2"') +
    rect(446, 430, 22, 44, 11, darker(body, 0.35)) +
    rect(732, 430, 22, 44, 11, darker(body, 0.35))
  );
}

function handheld(parts: Parts) {
  const { paint, body, grips, accent, scene } = parts;
  const shell = (fill: string) => rect(80, 380, 1040, 440, 130, fill);
  return placed(
    0,
    0,
    castShadow(shell('#000000'), 58) +
      `<g transform="translate(0 12)">${shell(darker(body, 0.5))}</g>` +
      rect(150, 356, 150, 60, 26, accent) +
      rect(900, 356, 150, 60, 26, accent) +
      shell(
        paint.linear(
          [
            [0, lighter(body, 0.4)],
            [0.5, body],
            [1, darker(body, 0.3)],
          ],
          70,
        ),
      ) +
      rect(290, 406, 620, 388, 28, '#0a0c12') +
      `<g transform="translate(312 428)">${litScreen(paint, scene, 576, 344, accent, 10)}</g>` +
      stick(parts, 186, 500, 54) +
      crossPad(186, 668, 120, grips) +
      faceButtons(paint, 1014, 500, 50, 26, rainbow) +
      stick(parts, 1014, 672, 54) +
      repeat(
        5,
        (index) =>
          rect(150 + index * 16, 762, 7, 28, 3, darker(body, 0.5)) +
          rect(978 + index * 16, 762, 7, 28, 3, darker(body, 0.5)),
      ),
  );
}

function pocket(parts: Parts) {
  const { paint, body, grips, accent, scene } = parts;
  const shell = (fill: string) =>
    path('M360 170H840Q890 170 890 220V930Q890 1040 780 1040H360Q310 1040 310 990V220Q310 170 360 170z', fill);
  return placed(
    600,
    600,
    `<g transform="translate(-600 -600)">${castShadow(shell('#000000'), 58)}<g transform="translate(6 12)">${shell(darker(body, 0.5))}</g>${shell(
      paint.linear(
        [
          [0, lighter(body, 0.45)],
          [0.5, body],
          [1, darker(body, 0.25)],
        ],
        60,
      ),
    )}${rect(356, 216, 488, 420, 34, '#171a22')}<g transform="translate(400 250)">${litScreen(paint, scene, 400, 350, accent, 6)}</g>${crossPad(442, 766, 164, grips)}${circle(790, 730, 46, darker(accent, 0.5))}${circle(788, 724, 46, accent)}${circle(680, 796, 46, darker(accent, 0.5))}${circle(678, 790, 46, accent)}${rect(490, 924, 90, 24, 12, grips, 'transform="rotate(-22 535 936)"')}${rect(604, 924, 90, 24, 12, grips, 'transform="rotate(-22 649 936)"')}${repeat(5, (index) => rect(752 + index * 24, 900 - index * 3, 11, 96, 5, darker(body, 0.4), 'transform="rotate(-22 800 940)"'))}</g>`,
    8,
    0.98,
  );
}

function console({ paint, body, grips, accent }: Parts) {
  const skin = paint.linear(
    [
      [0, lighter(body, 0.35)],
      [0.5, body],
      [1, darker(body, 0.35)],
    ],
    20,
  );
  return (
    standingShadow(paint, 600, 960, 280) +
    rect(370, 920, 460, 42, 18, darker(grips, 0.4)) +
    rect(410, 220, 380, 716, 46, darker(grips, 0.5)) +
    path('M380 250Q380 210 420 210H560V930H420Q380 930 380 890z', skin) +
    path('M640 210H780Q820 210 820 250V890Q820 930 780 930H640z', skin) +
    repeat(17, (index) => rect(572, 262 + index * 24, 56, 10, 5, '#07090e')) +
    rect(596, 690, 8, 150, 4, accent) +
    rect(584, 690, 32, 150, 14, accent, 'opacity=".2"') +
    ring(600, 884, 16, accent, 5) +
    rect(440, 820, 60, 10, 5, darker(body, 0.4)) +
    circle(740, 840, 14, darker(body, 0.5))
  );
}

const forms = { controller, handheld, pocket, console };

/** Something to play with. */
export function gameDevice({ backdrop, form, scene = 'game', ...rest }: GameDeviceOptions) {
  return studio(backdrop, (paint) => forms[form]({ paint, scene, ...rest }));
}
