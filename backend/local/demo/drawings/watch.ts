import { darker, lighter } from './colour.ts';
import { clock, litScreen, type Scene } from './screens.ts';
import { type Backdrop, castShadow, standingShadow, studio } from './studio.ts';
import { circle, type Paint, path, placed, rect, repeat, ring, stroke } from './svg.ts';

type WatchOptions = {
  backdrop: Backdrop;
  metal: string;
  strap: string;
  accent: string;
  form: 'square' | 'round' | 'band' | 'ring';
  face: 'rings' | 'hands' | 'time' | Scene;
  weave?: 'plain' | 'holes' | 'links' | 'stitched';
  time?: string;
  turn?: number;
};

function strapDetail(kind: WatchOptions['weave'], strap: string, width: number) {
  if (kind === 'holes')
    return (
      repeat(5, (index) => circle(0, 400 + index * 46, 11, darker(strap, 0.55))) +
      rect(-width / 2 - 6, -500, width + 12, 30, 12, darker(strap, 0.35))
    );
  if (kind === 'links')
    return repeat(
      18,
      (index) =>
        rect(-width / 2 + 18, -570 + index * 66, width - 36, 5, 2, darker(strap, 0.55)) +
        rect(-width / 6, -570 + index * 66, width / 3, 60, 6, lighter(strap, 0.35), 'opacity=".6"'),
    );
  if (kind === 'stitched')
    return stroke(
      `M${-width / 2 + 16} -560V560M${width / 2 - 16} -560V560`,
      lighter(strap, 0.5),
      4,
      'stroke-dasharray="12 10"',
    );
  return stroke(`M${-width / 2 + 10} -570V570`, lighter(strap, 0.5), 5, 'opacity=".5"');
}

function dialFace(
  paint: Paint,
  face: WatchOptions['face'],
  width: number,
  height: number,
  accent: string,
  time: string,
) {
  const [x, y] = [width / 2, height / 2];
  const ground = rect(0, 0, width, height, 0, '#07090f');
  if (face === 'rings') {
    const unit = Math.min(width, height);
    const goal = (radius: number, colour: string, part: number) =>
      ring(x, y, radius, darker(colour, 0.7), unit * 0.085) +
      ring(
        x,
        y,
        radius,
        colour,
        unit * 0.085,
        `stroke-linecap="round" stroke-dasharray="${radius * 6.283 * part} 2000" transform="rotate(-90 ${x} ${y})"`,
      );
    return (
      ground +
      goal(unit * 0.39, accent, 0.82) +
      goal(unit * 0.285, lighter(accent, 0.45), 0.6) +
      goal(unit * 0.18, '#5fd0c5', 0.9)
    );
  }
  if (face === 'hands') {
    const marks = repeat(
      60,
      (index) =>
        `<g transform="translate(${x} ${y}) rotate(${index * 6})">${rect(-2, -height * 0.45, index % 5 ? 2 : 6, index % 5 ? 10 : 26, 2, index % 5 ? '#7e8594' : '#f4f1ea')}</g>`,
    );
    const hand = (turn: number, length: number, weight: number, colour: string, centreY = y) =>
      placed(x, centreY, rect(-weight / 2, -length, weight, length + 18, weight / 2, colour), turn);
    return (
      rect(
        0,
        0,
        width,
        height,
        0,
        paint.radial([
          [0, '#2b3346'],
          [1, '#0b0e17'],
        ]),
      ) +
      marks +
      ring(x, y + height * 0.2, height * 0.1, '#7e8594', 3) +
      hand(140, height * 0.09, 3, '#f4f1ea', y + height * 0.2) +
      hand(-58, height * 0.24, 13, '#f4f1ea') +
      hand(52, height * 0.37, 9, '#f4f1ea') +
      hand(205, height * 0.4, 4, accent) +
      circle(x, y, 10, accent)
    );
  }
  if (face === 'time') {
    const [hours = '00', minutes = '00'] = time.split(':');
    return (
      ground +
      clock(hours, x, height * 0.3, height * 0.19) +
      clock(minutes, x, height * 0.56, height * 0.19, accent) +
      repeat(5, (index) =>
        rect(
          x - width * 0.32 + index * width * 0.14,
          height * (0.86 - (index % 3) * 0.03),
          width * 0.08,
          height * (0.04 + (index % 3) * 0.03),
          4,
          '#5fd0c5',
        ),
      )
    );
  }
  return (
    litScreen(paint, face, width, height, accent, 0) + clock(time, x, height * 0.26, Math.min(width, height) * 0.16)
  );
}

/** A ring from its side; one looks through it, at the inside of its far wall with the sensors. */
function smartRing(paint: Paint, metal: string, accent: string) {
  const outer = paint.linear(
    [
      [0, lighter(metal, 0.6)],
      [0.3, metal],
      [0.6, darker(metal, 0.45)],
      [1, lighter(metal, 0.3)],
    ],
    35,
  );
  const wall = paint.linear(
    [
      [0, darker(metal, 0.68)],
      [0.5, darker(metal, 0.3)],
      [1, darker(metal, 0.62)],
    ],
    60,
  );
  const hole = 'M-240 0a240 255 0 1 0 480 0a240 255 0 1 0 -480 0z';
  const band = 'M-280 0a280 296 0 1 0 560 0a280 296 0 1 0 -560 0z';
  const annulus = (fill: string) => path(band + hole, fill, 'fill-rule="evenodd"');
  const depth = repeat(
    72,
    (index) => `<g transform="translate(${86 - index * 1.2} ${-24 + index * 0.33})">${annulus(wall)}</g>`,
  );
  const sensors = repeat(3, (index) =>
    placed(
      -204 + Math.abs(index - 1) * 6,
      -66 + index * 62,
      rect(-13, -22, 26, 44, 10, index === 1 ? accent : '#11151e'),
    ),
  );
  return (
    standingShadow(paint, 50, 292, 200) +
    depth +
    sensors +
    annulus(outer) +
    ring(0, 0, 262, lighter(metal, 0.5), 3, 'opacity=".5" transform="scale(1 1.06)"')
  );
}

/** A watch that lies with its strap stretched, seen from above; or a ring, from its side. */
export function watch(options: WatchOptions) {
  const { backdrop, metal, strap, accent, form, face, weave = 'plain', time = '10:09', turn = 14 } = options;
  return studio(backdrop, (paint) => {
    if (form === 'ring') return placed(580, 610, smartRing(paint, metal, accent), -8, 1.12);
    const [width, height] = { square: [392, 470], round: [470, 470], band: [220, 500] }[form] as [number, number];
    const strapWidth = { square: 286, round: 250, band: 190 }[form];
    const body = form === 'round' ? 235 : form === 'square' ? 118 : 96;
    const cloth = paint.linear(
      [
        [0, darker(strap, 0.35)],
        [0.22, lighter(strap, 0.22)],
        [0.6, strap],
        [1, darker(strap, 0.42)],
      ],
      0,
    );
    const shape = path(
      `M${-strapWidth / 2} -200L${-strapWidth / 2 + 22} -900H${strapWidth / 2 - 22}L${strapWidth / 2} -200V200L${strapWidth / 2 - 22} 900H${-strapWidth / 2 + 22}L${-strapWidth / 2} 200z`,
      cloth,
    );
    const shell = paint.linear(
      [
        [0, lighter(metal, 0.65)],
        [0.35, metal],
        [0.7, darker(metal, 0.35)],
        [1, lighter(metal, 0.2)],
      ],
      40,
    );
    const outline = (inset: number, fill: string) =>
      rect(-width / 2 + inset, -height / 2 + inset, width - inset * 2, height - inset * 2, body - inset, fill);
    const screen = 30;
    const crown =
      form === 'band'
        ? ''
        : rect(width / 2 - 6, -70, 34, 84, 12, darker(metal, 0.35)) +
          repeat(8, (index) => rect(width / 2 + 4, -66 + index * 10, 24, 4, 2, lighter(metal, 0.3))) +
          rect(width / 2 - 4, 50, 18, 84, 8, darker(metal, 0.15)) +
          rect(width / 2 + 20, -50, 10, 44, 5, accent);
    const content = paint.clipped(
      rect(0, 0, width - screen * 2, height - screen * 2, body - screen, '#000'),
      dialFace(paint, face, width - screen * 2, height - screen * 2, accent, time),
    );
    const gloss = paint.linear(
      [
        [0, '#fff', 0.28],
        [0.4, '#fff', 0.04],
        [0.41, '#fff', 0],
      ],
      50,
    );
    return placed(
      600,
      600,
      castShadow(shape.replace(cloth, '#000000'), 38) +
        shape +
        strapDetail(weave, strap, strapWidth) +
        castShadow(outline(0, '#000000'), 26, 1.3) +
        crown +
        outline(0, darker(metal, 0.4)) +
        outline(2, shell) +
        outline(13, '#0a0c12') +
        `<g transform="translate(${-width / 2 + screen} ${-height / 2 + screen})">${content}</g>` +
        outline(13, gloss),
      turn,
    );
  });
}
