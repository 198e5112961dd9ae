import { facing, lookAt, lying } from './axonometry.ts';
import { darker, lighter } from './colour.ts';
import { type Backdrop, castShadow, studio } from './studio.ts';
import { circle, rect, repeat, ring, stroke } from './svg.ts';

type TurntableOptions = { backdrop: Backdrop; plinth: string; mat: string; label: string; accent: string };

/** A record player with a record on it, from the front and above. */
export function turntable({ backdrop, plinth, mat, label, accent }: TurntableOptions) {
  return studio(backdrop, (paint) => {
    const view = lookAt(-18, 46, [600, 640]);
    const [width, depth, height] = [820, 660, 84];
    const shape = (fill: string) => rect(0, 0, width, depth, 22, fill);
    const base = lying(-width / 2, 0, -depth / 2);
    const edge = paint.linear(
      [
        [0, darker(plinth, 0.5)],
        [0.5, darker(plinth, 0.15)],
        [1, darker(plinth, 0.45)],
      ],
      -20,
    );
    const top = paint.linear(
      [
        [0, darker(plinth, 0.08)],
        [1, lighter(plinth, 0.3)],
      ],
      60,
    );
    const disc = (y: number, radius: number, fill: string) => view.place(lying(-70, y, 0), circle(0, 0, radius, fill));
    const record =
      circle(0, 0, 276, '#101218') +
      repeat(15, (index) => ring(0, 0, 268 - index * 11, '#2b2e38', 1.6)) +
      repeat(
        4,
        (index) =>
          `<g transform="rotate(${[-52, -40, 128, 140][index]})"><path d="M0 0L270 -34A272 272 0 0 1 270 34z" fill="#ffffff" opacity=".07"/></g>`,
      ) +
      circle(0, 0, 96, label) +
      circle(
        0,
        0,
        96,
        paint.linear(
          [
            [0, '#ffffff', 0.3],
            [1, '#000', 0.12],
          ],
          50,
        ),
      ) +
      ring(0, 0, 70, darker(label, 0.35), 3) +
      rect(-40, -46, 80, 10, 5, darker(label, 0.45)) +
      rect(-26, 34, 52, 7, 3, darker(label, 0.45)) +
      circle(0, 0, 9, '#e8e8ea');
    const armAt = view.locate([318, height + 46, -212]);
    const elbow = view.locate([308, height + 40, 110]);
    const head = view.locate([196, height + 28, 190]);
    const weight = view.locate([322, height + 46, -282]);
    const arm = `M${weight.join(' ')}L${armAt.join(' ')}L${elbow.join(' ')}L${head.join(' ')}`;
    return (
      castShadow(view.place(base, shape('#000000')), 64) +
      view.extrude(lying(-width / 2, 14, -depth / 2), [0, height - 14, 0], shape(edge)) +
      view.place(
        lying(-width / 2, height, -depth / 2),
        shape(lighter(plinth, 0.5)) +
          rect(2, 2, width - 4, depth - 4, 21, top) +
          circle(width - 78, depth - 84, 34, darker(plinth, 0.45)) +
          circle(width - 80, depth - 88, 31, accent) +
          rect(width - 110, depth - 250, 60, 110, 12, darker(plinth, 0.4)) +
          rect(width - 92, depth - 232, 24, 44, 8, '#e3e5e9'),
      ) +
      view.extrude(
        lying(-70, height, 0),
        [0, 20, 0],
        circle(
          0,
          0,
          290,
          paint.linear(
            [
              [0, '#6a707c'],
              [0.4, '#eceef1'],
              [1, '#5a606c'],
            ],
            0,
          ),
        ),
      ) +
      disc(height + 20, 288, mat) +
      view.extrude(lying(-70, height + 20, 0), [0, 7, 0], circle(0, 0, 276, '#191c24')) +
      view.place(lying(-70, height + 27, 0), record) +
      view.extrude(
        lying(318, height, -212),
        [0, 44, 0],
        circle(
          0,
          0,
          46,
          paint.linear(
            [
              [0, '#555b67'],
              [0.4, '#d9dce1'],
              [1, '#4b515d'],
            ],
            0,
          ),
        ),
      ) +
      paint.blurred(stroke(arm, '#05080f', 14, 'opacity=".4" transform="translate(12 24)"'), 5) +
      stroke(arm, '#4b515d', 17) +
      stroke(arm, '#dfe2e7', 10) +
      stroke(`M${weight.join(' ')}l3 16`, '#2a2e38', 44) +
      stroke(`M${head.join(' ')}l-20 10`, accent, 26) +
      view.place(facing(-width / 2 + 40, height - 30, depth / 2), rect(0, 0, 70, 8, 4, accent))
    );
  });
}
