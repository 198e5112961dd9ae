import { lookAt, lying } from './axonometry.ts';
import { darker, lighter } from './colour.ts';
import { digits } from './glyphs.ts';
import { lens } from './phone.ts';
import { type Backdrop, castShadow, standingShadow, studio } from './studio.ts';
import { circle, ellipse, type Paint, path, placed, rect, repeat, ring, stroke } from './svg.ts';

export type HomeDeviceOptions = {
  backdrop: Backdrop;
  body: string;
  accent: string;
  form: 'lamp' | 'bulb' | 'thermostat' | 'doorbell' | 'vacuum' | 'plug' | 'sensor';
  /** Two digits, on a device that shows a number. */
  shown?: string;
};

type Parts = { paint: Paint; body: string; accent: string; shown: string };

function glow(paint: Paint, x: number, y: number, radius: number, colour: string) {
  return circle(x, y, radius, paint.radial([[0, lighter(colour, 0.6), 0.8], [0.4, colour, 0.35], [1, colour, 0]]));
}

function lamp({ paint, body, accent }: Parts) {
  const metal = paint.linear([[0, lighter(body, 0.5)], [0.4, body], [1, darker(body, 0.45)]], 0);
  const beam = path('M316 434L150 990H760L560 434z', paint.linear([[0, lighter(accent, 0.7), 0.6], [1, accent, 0]]));
  const shade = path('M330 300Q330 236 400 236H470Q540 236 546 300L598 446H272z', metal);
  const arm = (d: string) => stroke(d, darker(body, 0.45), 26) + stroke(d, body, 17);
  return beam + ellipse(455, 988, 300, 46, paint.radial([[0, '#fff6dc', 0.8], [1, '#fff6dc', 0]])) + standingShadow(paint, 824, 990, 160) + arm('M440 230L640 170L870 520') + arm('M870 520L824 950') + circle(870, 520, 34, darker(body, 0.4)) + circle(868, 517, 26, accent) + circle(640, 170, 24, darker(body, 0.4)) + circle(638, 167, 17, lighter(body, 0.35)) +
    shade + ellipse(435, 446, 163, 26, darker(body, 0.6)) + ellipse(435, 448, 140, 18, '#fff9e6') + rect(664, 940, 320, 50, 24, darker(body, 0.5)) + rect(664, 934, 318, 46, 23, metal) + circle(720, 955, 10, accent);
}

function bulb({ paint, body, accent }: Parts) {
  const glass = paint.radial([[0, '#fffdf2'], [0.45, lighter(accent, 0.55)], [1, accent]], 0.44, 0.4, 0.62);
  return glow(paint, 600, 480, 560, accent) + standingShadow(paint, 600, 1010, 130) + path('M600 200C790 200 890 330 880 480C870 610 750 660 730 770H470C450 660 330 610 320 480C310 330 410 200 600 200z', glass) + stroke('M540 760L520 560L566 500L600 566L634 500L680 560L660 760', '#ffffff', 9, 'opacity=".85"') + path('M390 410C400 310 460 262 540 250', 'none', 'stroke="#fff" stroke-width="20" stroke-linecap="round" opacity=".7"') +
    path('M458 766H742L716 858H484z', paint.linear([[0, lighter(body, 0.4)], [0.4, body], [1, darker(body, 0.35)]], 0)) + repeat(4, (index) => rect(496 + index * 3, 856 + index * 30, 208 - index * 6, 27, 13, paint.linear([[0, '#6c727e'], [0.35, '#e5e7ea'], [1, '#5d636f']], 0))) + path('M530 976H670L640 1010H560z', '#3a3f4a');
}

function thermostat({ paint, body, accent, shown }: Parts) {
  const metal = paint.linear([[0, lighter(body, 0.6)], [0.4, body], [1, darker(body, 0.45)]], 50);
  const ticks = repeat(61, (index) => `<g transform="translate(600 600) rotate(${-135 + index * 4.5})">${rect(-3, -262, 6, 44, 3, index < 38 ? accent : '#454c5c')}</g>`);
  return castShadow(paint, circle(600, 600, 385, '#0c1322'), 60) + circle(600, 600, 390, darker(body, 0.45)) + circle(598, 596, 387, metal) + repeat(90, (index) => `<g transform="translate(600 600) rotate(${index * 4})">${rect(-2.5, -386, 5, 40, 2, darker(body, 0.4), 'opacity=".5"')}</g>`) + circle(600, 600, 330, darker(body, 0.55)) + circle(600, 600, 322, paint.radial([[0, '#232a3a'], [1, '#090c14']])) + ticks + digits(shown, 600, 590, 170, '#ffffff', 1.2) + path('M600 770c-26 34 -42 52 -42 76a42 42 0 0 0 84 0c0 -24 -16 -42 -42 -76z', accent) + path('M330 470A310 310 0 0 1 560 290Q420 400 330 470z', '#ffffff', 'opacity=".09"');
}

function doorbell({ paint, body, accent }: Parts) {
  const face = paint.linear([[0, lighter(body, 0.4)], [0.5, body], [1, darker(body, 0.35)]], 40);
  return castShadow(paint, rect(430, 180, 340, 840, 120, '#0c1322'), 56) + rect(428, 178, 346, 846, 122, darker(body, 0.5)) + rect(430, 178, 338, 838, 120, face) + rect(458, 208, 284, 330, 110, '#0c0f17') + lens(paint, 600, 372, 118, '#3f4553') + repeat(6, (index) => circle(510 + index * 36, 232 + Math.abs(index - 2.5) * 8, 5, '#a93b46', 'opacity=".7"')) + repeat(15, (index) => circle(544 + (index % 5) * 28, 602 + Math.floor(index / 5) * 28, 6, darker(body, 0.6))) + circle(600, 836, 104, darker(body, 0.42)) + circle(600, 832, 98, paint.linear([[0, lighter(body, 0.15)], [1, lighter(body, 0.55)]], 60)) + ring(600, 832, 84, accent, 9) + path('M566 846v-22l34 -30l34 30v22a8 8 0 0 1 -8 8h-52a8 8 0 0 1 -8 -8z', darker(body, 0.5));
}

function vacuum({ paint, body, accent }: Parts) {
  const view = lookAt(-20, 44, [600, 640]);
  const disc = (y: number, radius: number, fill: string, x = 0, z = 0) => view.place(lying(x, y, z), circle(0, 0, radius, fill));
  const side = paint.linear([[0, darker(body, 0.55)], [0.35, lighter(body, 0.1)], [1, darker(body, 0.55)]], 0);
  const top = paint.linear([[0, lighter(body, 0.5)], [0.5, body], [1, darker(body, 0.22)]], 60);
  const brush = repeat(3, (index) => view.place(lying(300, 6, 250), `<g transform="rotate(${index * 120 + 20})">${stroke('M0 0C60 -10 90 10 130 0M0 0C60 4 90 28 126 24M0 0C60 -18 90 -10 126 -24', '#2b303b', 5)}</g>`));
  return castShadow(paint, disc(0, 410, '#0c1322'), 60) + brush + view.extrude(lying(0, 14, 0), [0, 86, 0], circle(0, 0, 408, side)) + view.extrude(lying(0, 46, 0), [0, 14, 0], circle(0, 0, 411, darker(body, 0.5))) + disc(100, 408, lighter(body, 0.55)) + disc(100, 404, top) + view.place(lying(0, 100, 0), ring(0, 0, 330, darker(body, 0.25), 4) + rect(-160, 250, 320, 12, 6, accent) + ring(0, 160, 46, darker(body, 0.3), 7) + stroke('M0 128v26', darker(body, 0.3), 8)) +
    view.extrude(lying(0, 100, -90), [0, 58, 0], circle(0, 0, 128, paint.linear([[0, '#191d27'], [0.4, '#4a5160'], [1, '#12151d']], 0))) + disc(158, 128, '#4b5261', 0, -90) + disc(158, 118, '#232834', 0, -90) + disc(158, 34, accent, 0, -90);
}

function plug({ paint, body, accent }: Parts) {
  const face = paint.linear([[0, lighter(body, 0.45)], [0.5, body], [1, darker(body, 0.22)]], 50);
  const one = (x: number, y: number, lit: boolean) => placed(x, y, castShadow(paint, rect(-190, -190, 380, 380, 120, '#0c1322'), 46) + rect(-192, -192, 388, 390, 122, darker(body, 0.4)) + rect(-192, -194, 384, 384, 120, face) + circle(0, 0, 140, darker(body, 0.35)) + circle(0, 3, 134, paint.linear([[0, darker(body, 0.4)], [1, darker(body, 0.1)]])) + circle(-58, 0, 18, '#10131b') + circle(58, 0, 18, '#10131b') + rect(-14, -136, 28, 26, 6, '#b9a26d') + rect(-14, 110, 28, 26, 6, '#b9a26d') + (lit ? ring(0, 0, 160, accent, 10) + ring(0, 0, 166, accent, 26, 'opacity=".2"') : ring(0, 0, 160, darker(body, 0.15), 6)));
  return one(430, 430, true) + one(770, 770, false);
}

function sensor({ paint, body, accent, shown }: Parts) {
  const face = paint.linear([[0, lighter(body, 0.5)], [0.5, body], [1, darker(body, 0.28)]], 55);
  return standingShadow(paint, 600, 960, 330) + rect(270, 300, 664, 660, 130, darker(body, 0.45)) + rect(270, 296, 660, 654, 130, face) + rect(324, 350, 552, 380, 84, '#0d1119') + digits(shown, 520, 520, 150, '#ffffff', 1.3) + ring(690, 460, 20, '#ffffff', 9) + repeat(14, (index) => rect(372 + index * 33, 672 - 34 * Math.abs(Math.sin(index * 0.55 + 0.4)), 18, 14 + 34 * Math.abs(Math.sin(index * 0.55 + 0.4)), 7, index > 9 ? accent : '#4a8f8a')) + repeat(30, (index) => circle(440 + (index % 10) * 35.5, 800 + Math.floor(index / 10) * 36, 9, darker(body, 0.5))) + circle(800, 430, 16, accent);
}

const forms = { lamp, bulb, thermostat, doorbell, vacuum, plug, sensor };

/** A device of the house: what lights it, warms it, watches its door or cleans its floor. */
export function homeDevice({ backdrop, form, shown = '21', ...rest }: HomeDeviceOptions) {
  return studio(backdrop, (paint) => forms[form]({ paint, shown, ...rest }));
}
