import { lookAt, type Vector } from './axonometry.ts';
import { darker, lighter } from './colour.ts';
import { writing } from './glyphs.ts';
import { litScreen, type Scene } from './screens.ts';
import { type Backdrop, castShadow, studio } from './studio.ts';
import { circle, type Paint, path, rect, repeat, ring, stroke } from './svg.ts';

type TabletOptions = {
  backdrop: Backdrop;
  body: string;
  /** `page` and `sketch` are electronic paper; the others are lit. */
  scene: Scene | 'page' | 'sketch';
  accent: string;
  width: number;
  height: number;
  border?: number;
  turn?: number;
  pen?: string;
  /** A wide margin with two keys for turning pages. */
  grip?: boolean;
  knob?: boolean;
};

function electronicPaper(scene: 'page' | 'sketch', width: number, height: number) {
  const sheet = rect(0, 0, width, height, 6, '#e9e7e0');
  if (scene === 'page') {
    return (
      sheet +
      rect(width * 0.3, height * 0.11, width * 0.4, 16, 8, '#3a3b3e') +
      ring(width / 2, height * 0.17, 8, '#3a3b3e', 3) +
      writing(width * 0.11, height * 0.25, width * 0.78, 20, height * 0.033, '#57585c') +
      rect(width * 0.11, height * 0.945, width * 0.78, 4, 2, '#b9b8b2') +
      rect(width * 0.11, height * 0.945, width * 0.3, 4, 2, '#3a3b3e')
    );
  }
  const ink = '#36383f';
  return (
    sheet +
    repeat(11, (row) => stroke(`M${width * 0.06} ${height * (0.1 + row * 0.08)}H${width * 0.94}`, '#cfcdc4', 2)) +
    stroke(
      `M${width * 0.2} ${height * 0.6}c40 -150 90 -210 130 -200s-10 130 -60 150 60 40 130 -60 90 -80 80 -20 40 40 90 -20`,
      ink,
      6,
    ) +
    stroke(`M${width * 0.2} ${height * 0.78}h${width * 0.42}m-26 -18l26 18l-26 18`, ink, 5) +
    ring(width * 0.76, height * 0.26, 54, ink, 5) +
    stroke(`M${width * 0.76 - 24} ${height * 0.26}l18 20l34 -42`, ink, 6) +
    stroke(`M${width * 0.1} ${height * 0.19}c30 -24 50 20 80 0s50 20 80 0s50 16 76 -4`, ink, 5)
  );
}

function pencil(paint: Paint, x: number, y: number, length: number, colour: string) {
  const barrel = paint.linear(
    [
      [0, lighter(colour, 0.5)],
      [0.4, colour],
      [1, darker(colour, 0.4)],
    ],
    0,
  );
  const cone =
    path(`M${x} ${y + length}l11 46l11 -46z`, darker(colour, 0.15)) +
    path(`M${x + 8} ${y + length + 33}l3 13l3 -13z`, '#22252c');
  return (
    rect(x, y, 22, length + 4, 9, barrel) + cone + rect(x + 4, y + 30, 5, length * 0.3, 3, '#ffffff', 'opacity=".35"')
  );
}

/** A tablet or reader that lies on the paper, seen from above, with its pen beside it. */
export function tablet(options: TabletOptions) {
  const {
    backdrop,
    body,
    scene,
    accent,
    width,
    height,
    border = 30,
    turn = -16,
    pen,
    grip = false,
    knob = false,
  } = options;
  return studio(backdrop, (paint) => {
    const view = lookAt(turn, 62, [pen ? 548 : 600, 610]);
    const thickness = 22;
    const sheet = (y: number) => ({
      origin: [-width / 2, y, -height / 2] as Vector,
      across: [1, 0, 0] as Vector,
      down: [0, 0, 1] as Vector,
    });
    const right = border + (grip ? 96 : 0);
    const inner: readonly [number, number] = [width - border - right, height - border * 2];
    const edge = paint.linear(
      [
        [0, darker(body, 0.35)],
        [0.35, lighter(body, 0.15)],
        [1, darker(body, 0.2)],
      ],
      -25,
    );
    const isPaper = scene === 'page' || scene === 'sketch';
    const face = isPaper ? body : '#0a0c12';
    const content = isPaper ? electronicPaper(scene, ...inner) : litScreen(paint, scene, ...inner, accent, 16);
    const marks = grip
      ? repeat(
          2,
          (index) =>
            rect(width - 74, height / 2 - 130 + index * 136, 40, 124, 14, darker(body, 0.16)) +
            rect(width - 74, height / 2 - 130 + index * 136, 40, 120, 14, lighter(body, 0.12)),
        )
      : '';
    const dial = knob
      ? circle(width - border / 2 - 6, height * 0.16, border * 0.34, accent) +
        circle(width - border / 2 - 8, height * 0.16 - 3, border * 0.26, lighter(accent, 0.3))
      : '';
    const penLength = height * 0.66;
    const penPlane = {
      origin: [width / 2 + 92, 10, -penLength / 2] as Vector,
      across: [0.985, 0, 0.17] as Vector,
      down: [-0.17, 0, 0.985] as Vector,
    };
    const penShadow = view.place(penPlane, rect(0, 0, 22, penLength + 40, 10, '#000000'));
    return (
      castShadow(view.place(sheet(0), rect(0, 0, width, height, 46, '#000000')), 46) +
      view.extrude(sheet(0), [0, thickness, 0], rect(0, 0, width, height, 46, edge)) +
      view.place(
        sheet(thickness),
        rect(0, 0, width, height, 46, lighter(body, 0.4)) +
          rect(3, 3, width - 6, height - 6, 44, face) +
          `<g transform="translate(${border} ${border})">${content}</g>` +
          (isPaper
            ? rect(border, border, ...inner, 6, 'none', `stroke="${darker(body, 0.25)}" stroke-width="2"`)
            : circle(width / 2, border / 2, 5, '#2b3654')) +
          marks +
          dial,
      ) +
      (pen ? castShadow(penShadow, 26) + view.place(penPlane, pencil(paint, 0, 0, penLength, pen)) : '')
    );
  });
}
