import { darker, lighter } from './colour.ts';
import { type Backdrop, standingShadow, studio } from './studio.ts';
import { circle, ellipse, type Paint, path, placed, rect, repeat, ring } from './svg.ts';

type EarbudsOptions = {
  backdrop: Backdrop;
  body: string;
  box: string;
  tip: string;
  accent: string;
  form: 'stem' | 'bean' | 'hook';
  boxForm: 'pebble' | 'square' | 'long';
};

function bud(paint: Paint, { body, tip, accent, form }: EarbudsOptions) {
  const skin = paint.radial(
    [
      [0, lighter(body, 0.6)],
      [0.5, body],
      [1, darker(body, 0.45)],
    ],
    0.36,
    0.28,
    0.8,
  );
  const silicone = paint.linear(
    [
      [0, lighter(tip, 0.4)],
      [0.6, tip],
      [1, darker(tip, 0.4)],
    ],
    60,
  );
  const nozzle = placed(
    -66,
    -16,
    rect(-18, -26, 50, 52, 14, darker(body, 0.35)) +
      path('M0 -48C-46 -44 -64 -22 -64 0S-46 44 0 48z', silicone) +
      ellipse(-58, 0, 9, 17, darker(tip, 0.7)),
    -18,
  );
  const mesh = repeat(6, (index) =>
    circle(18 + (index % 3) * 11, -34 + Math.floor(index / 3) * 11, 3, darker(body, 0.6)),
  );
  if (form === 'stem') {
    const stem = paint.linear(
      [
        [0, lighter(body, 0.55)],
        [0.35, body],
        [1, darker(body, 0.4)],
      ],
      0,
    );
    return (
      nozzle +
      rect(2, -20, 54, 262, 27, stem) +
      rect(12, 214, 34, 12, 6, accent) +
      circle(0, 0, 82, skin) +
      rect(16, 40, 6, 130, 3, '#fff', 'opacity=".4"') +
      mesh
    );
  }
  if (form === 'hook') {
    const hook = 'M44 -46C96 -190 -46 -232 -112 -132C-136 -92 -120 -60 -118 -40';
    return (
      `<g transform="scale(-1 1)">${path(hook, 'none', `stroke="${darker(body, 0.5)}" stroke-width="30" stroke-linecap="round"`)}${path(hook, 'none', `stroke="${body}" stroke-width="20" stroke-linecap="round"`)}</g>` +
      nozzle +
      rect(-70, -74, 176, 150, 62, skin) +
      ring(34, 4, 34, accent, 7) +
      mesh
    );
  }
  return (
    nozzle +
    ellipse(10, 4, 100, 88, skin) +
    ellipse(30, -8, 48, 44, darker(body, 0.16)) +
    ellipse(28, -11, 46, 42, lighter(body, 0.16)) +
    circle(70, 44, 5, accent)
  );
}

function chargingBox(paint: Paint, { box, accent, boxForm }: EarbudsOptions) {
  const [width, height, radius] = { pebble: [430, 330, 150], square: [380, 380, 84], long: [540, 250, 110] }[
    boxForm
  ] as [number, number, number];
  const skin = paint.linear(
    [
      [0, lighter(box, 0.55)],
      [0.4, box],
      [1, darker(box, 0.36)],
    ],
    58,
  );
  const seam = -height + height * 0.37;
  return {
    width,
    content:
      rect(-width / 2, -height, width, height, radius, darker(box, 0.45)) +
      rect(-width / 2, -height, width - 5, height - 6, radius, skin) +
      rect(-width / 2 + 2, seam, width - 8, 5, 2, darker(box, 0.5)) +
      rect(-width / 2 + 4, seam + 5, width - 12, 3, 1, lighter(box, 0.55), 'opacity=".7"') +
      circle(0, seam + 52, 8, accent) +
      circle(0, seam + 52, 16, accent, 'opacity=".2"') +
      rect(-34, seam - 8, 68, 12, 6, darker(box, 0.28)) +
      ellipse(-width * 0.2, -height + 36, width * 0.18, 12, '#ffffff', 'opacity=".5"'),
  };
}

/** A pair of earbuds before the box that charges them. */
export function earbuds(options: EarbudsOptions) {
  return studio(options.backdrop, (paint) => {
    const { width, content } = chargingBox(paint, options);
    const budGround = options.form === 'stem' ? 242 : options.form === 'hook' ? 76 : 92;
    const scale = options.form === 'stem' ? 1.15 : 1.3;
    const one = bud(paint, options);
    const boxBase = 740;
    return (
      standingShadow(paint, 600, boxBase, width * 0.55) +
      placed(600, boxBase, content, 0, 1.22) +
      standingShadow(paint, 366, 1004, 130) +
      standingShadow(paint, 834, 1004, 130) +
      placed(372, 1000 - budGround * scale, one, 0, scale) +
      `<g transform="translate(828 ${1000 - budGround * scale}) scale(${-scale} ${scale})">${one}</g>`
    );
  });
}
