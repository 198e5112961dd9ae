import { darker, lighter } from './colour.ts';
import { lens } from './phone.ts';
import { litScreen } from './screens.ts';
import { type Backdrop, standingShadow, studio } from './studio.ts';
import { circle, ellipse, type Paint, path, placed, rect, repeat, ring, stroke } from './svg.ts';

type CameraOptions = {
  backdrop: Backdrop;
  body: string;
  skin: string;
  accent: string;
  form: 'mirrorless' | 'rangefinder' | 'instant' | 'action' | 'webcam' | 'drone';
};

/** A photographic lens from the front, its barrel ringed and its glass coated. */
function objective(paint: Paint, x: number, y: number, radius: number, accent: string, barrel = '#1d2029') {
  const coating = paint.radial(
    [
      [0, '#8a5fb8'],
      [0.28, '#2c4f86'],
      [0.62, '#101a30'],
      [1, '#05070c'],
    ],
    0.42,
    0.38,
    0.66,
  );
  const rim = paint.linear(
    [
      [0, lighter(barrel, 0.4)],
      [0.5, barrel],
      [1, darker(barrel, 0.5)],
    ],
    55,
  );
  return (
    circle(x + 10, y + 16, radius, '#05080f', 'opacity=".3"') +
    circle(x, y, radius, rim) +
    repeat(
      60,
      (index) =>
        `<g transform="translate(${x} ${y}) rotate(${index * 6})">${rect(-2, -radius * 0.985, 4, radius * 0.1, 2, darker(barrel, 0.5))}</g>`,
    ) +
    circle(x, y, radius * 0.86, darker(barrel, 0.3)) +
    ring(x, y, radius * 0.8, accent, radius * 0.02) +
    circle(x, y, radius * 0.72, '#080a10') +
    repeat(4, (index) => ring(x, y, radius * (0.7 - index * 0.05), lighter(barrel, 0.2), 1.5, 'opacity=".5"')) +
    circle(x, y, radius * 0.5, coating) +
    ring(x, y, radius * 0.32, '#b59be0', 2, 'opacity=".4"') +
    ellipse(
      x - radius * 0.17,
      y - radius * 0.2,
      radius * 0.13,
      radius * 0.09,
      '#fff',
      `opacity=".7" transform="rotate(-40 ${x - radius * 0.17} ${y - radius * 0.2})"`,
    ) +
    circle(x + radius * 0.2, y + radius * 0.22, radius * 0.05, '#ffd6a0', 'opacity=".6"')
  );
}

type Parts = { paint: Paint; body: string; skin: string; accent: string; metal: string; leather: string };

function dial(x: number, y: number, width: number, height: number, body: string) {
  return (
    rect(x, y, width, height, 6, darker(body, 0.2)) +
    repeat(Math.floor(width / 9), (index) => rect(x + 4 + index * 9, y + 2, 3.5, height - 4, 1, darker(body, 0.55))) +
    rect(x, y, width, 5, 3, lighter(body, 0.45))
  );
}

function mirrorless({ paint, body, accent, metal, leather }: Parts) {
  return (
    dial(300, 398, 110, 44, body) +
    dial(800, 404, 92, 40, body) +
    rect(700, 414, 62, 30, 10, darker(body, 0.1)) +
    rect(708, 404, 46, 14, 7, accent) +
    path('M455 440L498 330Q506 312 526 312H674Q694 312 702 330L745 440z', metal) +
    rect(520, 330, 160, 14, 6, darker(body, 0.5)) +
    rect(196, 434, 808, 484, 70, darker(body, 0.45)) +
    rect(196, 430, 806, 480, 70, metal) +
    rect(196, 540, 806, 286, 0, leather) +
    path('M220 520Q220 470 270 470H350Q390 470 390 520V830Q390 908 330 908H262Q200 908 200 850z', leather) +
    path('M226 530Q228 482 270 480', 'none', `stroke="#fff" stroke-opacity=".25" stroke-width="5"`) +
    objective(paint, 640, 668, 252, accent) +
    circle(920, 488, 16, accent)
  );
}

function rangefinder({ paint, body, accent, metal, leather }: Parts) {
  return (
    dial(740, 418, 120, 40, body) +
    rect(640, 432, 50, 24, 8, lighter(body, 0.3)) +
    circle(900, 440, 26, lighter(body, 0.35)) +
    rect(180, 446, 842, 440, 92, darker(body, 0.45)) +
    rect(180, 442, 840, 436, 92, metal) +
    rect(180, 572, 840, 232, 0, leather) +
    rect(780, 478, 150, 72, 10, '#0b0e15') +
    rect(
      790,
      486,
      130,
      56,
      6,
      paint.linear(
        [
          [0, '#5d7ba8'],
          [1, '#141c30'],
        ],
        40,
      ),
    ) +
    rect(330, 486, 72, 52, 10, '#0b0e15') +
    circle(366, 512, 16, '#394f78') +
    rect(220, 500, 60, 12, 6, darker(body, 0.35)) +
    circle(520, 508, 14, accent) +
    objective(paint, 566, 676, 206, '#e6e6e6', '#2a2d36')
  );
}

function instant({ paint, body, accent, metal }: Parts) {
  const print =
    rect(400, 770, 400, 250, 8, '#fbf9f3') +
    `<g transform="translate(428 770)">${litScreen(paint, 'peaks', 344, 196, accent, 2)}</g>`;
  const stripes = ['#e4573d', '#f0a13b', '#f2d15c', '#5fae8b', '#4d86c6'];
  return (
    print +
    path(
      'M300 300Q300 240 360 240H840Q900 240 900 300L936 800Q936 836 900 836H300Q264 836 264 800z',
      darker(body, 0.35),
    ) +
    path('M300 296Q300 236 360 236H840Q900 236 900 296L934 790Q934 824 898 824H302Q266 824 266 790z', metal) +
    rect(300, 752, 600, 34, 12, darker(body, 0.62)) +
    rect(360, 280, 210, 110, 26, darker(body, 0.5)) +
    rect(
      370,
      290,
      190,
      90,
      20,
      paint.linear(
        [
          [0, '#fffdf2'],
          [1, '#c9ccd4'],
        ],
        30,
      ),
    ) +
    repeat(8, (index) => rect(376 + index * 23, 290, 3, 90, 1, '#9aa0ab', 'opacity=".5"')) +
    rect(700, 288, 120, 96, 24, darker(body, 0.55)) +
    circle(760, 336, 30, '#1b2740') +
    circle(750, 326, 8, '#d5e3ff') +
    stripes.map((colour, index) => rect(556 + index * 18, 690, 18, 62, 0, colour)).join('') +
    objective(paint, 600, 560, 166, accent) +
    circle(836, 470, 36, darker(body, 0.3)) +
    circle(834, 466, 32, accent)
  );
}

function action({ paint, body, accent, metal, leather }: Parts) {
  return (
    rect(716, 360, 130, 34, 14, accent) +
    rect(270, 384, 660, 516, 66, darker(body, 0.5)) +
    rect(270, 380, 656, 512, 66, metal) +
    rect(296, 406, 604, 460, 48, leather) +
    rect(340, 560, 210, 210, 24, '#06080d') +
    `<g transform="translate(352 572)">${litScreen(paint, 'dunes', 186, 186, accent, 16)}</g>` +
    repeat(12, (index) => circle(360 + (index % 6) * 26, 468 + Math.floor(index / 6) * 26, 7, '#07090e')) +
    rect(570, 424, 310, 310, 62, darker(body, 0.45)) +
    rect(582, 434, 286, 286, 56, '#11141c') +
    lens(paint, 725, 578, 126, '#3b404c') +
    repeat(3, (index) => rect(610 + index * 80, 806, 60, 10, 5, darker(body, 0.6))) +
    rect(500, 884, 200, 60, 12, darker(body, 0.6)) +
    repeat(3, (index) => rect(512 + index * 64, 900, 48, 86, 14, darker(body, 0.45)))
  );
}

function webcam({ paint, body, accent, metal }: Parts) {
  return (
    path('M520 640h160l30 250Q712 930 760 950V986H440V950Q488 930 490 890z', metal) +
    rect(430, 960, 340, 32, 14, darker(body, 0.5)) +
    rect(556, 690, 88, 200, 10, '#0b0e15', 'opacity=".25"') +
    rect(250, 330, 700, 330, 165, darker(body, 0.5)) +
    rect(250, 326, 696, 326, 163, metal) +
    rect(278, 352, 640, 274, 137, '#0d1018') +
    lens(paint, 600, 489, 122, '#464c5a') +
    repeat(12, (index) => circle(340 + (index % 3) * 26, 450 + Math.floor(index / 3) * 26, 6, '#2b3140')) +
    circle(850, 489, 14, accent) +
    circle(850, 489, 28, accent, 'opacity=".22"') +
    rect(760, 470, 44, 38, 10, '#1a1f2b')
  );
}

function drone({ paint, body, accent, metal }: Parts) {
  const rotor = (x: number, y: number) =>
    ellipse(x, y, 186, 22, '#000000', 'opacity=".16"') +
    ellipse(x, y, 186, 20, 'none', 'stroke="#000000" stroke-opacity=".25" stroke-width="3"') +
    path(
      `M${x - 176} ${y + 4}Q${x - 90} ${y - 16} ${x} ${y}Q${x + 90} ${y + 14} ${x + 176} ${y - 6}Q${x + 80} ${y + 26} ${x} ${y + 6}Q${x - 90} ${y + 22} ${x - 176} ${y + 4}z`,
      '#2a2f3b',
    ) +
    rect(x - 28, y + 2, 56, 66, 14, metal) +
    circle(x, y, 12, accent);
  const arm = (from: number, to: number, y: number) =>
    stroke(`M${from} ${y + 130}L${to} ${y + 50}`, darker(body, 0.5), 46) +
    stroke(`M${from} ${y + 124}L${to} ${y + 44}`, body, 36);
  const legs = stroke('M430 690L380 800M770 690L820 800', darker(body, 0.4), 22);
  return (
    arm(480, 280, 440) +
    arm(720, 920, 440) +
    rotor(274, 450) +
    rotor(926, 450) +
    legs +
    path('M430 520Q450 440 600 440T770 520L790 640Q790 712 700 716H500Q410 712 410 640z', darker(body, 0.4)) +
    path('M430 514Q450 434 600 434T770 514L788 630Q788 700 700 704H500Q412 700 412 630z', metal) +
    rect(470, 480, 260, 12, 6, accent) +
    rect(436, 560, 56, 40, 14, '#11151f') +
    rect(708, 560, 56, 40, 14, '#11151f') +
    rect(516, 580, 168, 196, 50, darker(body, 0.55)) +
    rect(522, 590, 156, 178, 44, '#181c26') +
    lens(paint, 600, 676, 70, '#4a505e')
  );
}

const forms = { mirrorless, rangefinder, instant, action, webcam, drone };
const grounds = { mirrorless: 916, rangefinder: 884, instant: 1022, action: 986, webcam: 992, drone: 1010 };

/** A camera from the front; a drone hovers above its shadow. */
export function camera({ backdrop, body, skin, accent, form }: CameraOptions) {
  return studio(backdrop, (paint) => {
    const metal = paint.linear(
      [
        [0, lighter(body, 0.45)],
        [0.3, body],
        [1, darker(body, 0.3)],
      ],
      75,
    );
    const leather = paint.linear(
      [
        [0, lighter(skin, 0.16)],
        [0.5, skin],
        [1, darker(skin, 0.35)],
      ],
      70,
    );
    const ground = grounds[form];
    const raised = 40;
    const halfWidth = { mirrorless: 420, rangefinder: 420, instant: 330, action: 240, webcam: 210, drone: 330 }[form];
    return (
      standingShadow(paint, 600, ground - raised, halfWidth, form === 'drone' ? 0.6 : 1) +
      placed(0, -raised, forms[form]({ paint, body, skin, accent, metal, leather }))
    );
  });
}
