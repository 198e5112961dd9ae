import { lookAt, lying } from './axonometry.ts';
import { darker, lighter } from './colour.ts';
import { litScreen, type Scene } from './screens.ts';
import { type Backdrop, castShadow, studio } from './studio.ts';
import { circle, rect, repeat, ring, stroke } from './svg.ts';

type SynthesizerOptions = {
  backdrop: Backdrop;
  body: string;
  panel: string;
  accent: string;
  scene: Scene;
  form: 'keys' | 'grid' | 'modular';
  wood?: string;
  turn?: number;
};

const signals = ['#e4573d', '#f0b13b', '#5fae8b', '#4d86c6'] as const;
const signal = (index: number) => signals[index % signals.length] ?? signals[0];

/** A musical instrument with keys, pads or patch cables, from the front and above. */
export function synthesizer({ backdrop, body, panel, accent, scene, form, wood, turn = -16 }: SynthesizerOptions) {
  return studio(backdrop, (paint) => {
    const view = lookAt(turn, 54, [600, 620]);
    const [width, depth, height] =
      form === 'keys' ? [940, 470, 64] : form === 'grid' ? [700, 720, 54] : [820, 620, 110];
    const [left, back] = [-width / 2, -depth / 2];
    const shape = (fill: string, radius = 26) => rect(0, 0, width, depth, radius, fill);
    const edge = paint.linear(
      [
        [0, darker(body, 0.45)],
        [0.4, darker(body, 0.12)],
        [1, darker(body, 0.42)],
      ],
      -20,
    );
    const knob = (x: number, z: number, radius: number, colour: string, at: number) => {
      const side = paint.linear(
        [
          [0, darker(colour, 0.5)],
          [0.35, lighter(colour, 0.2)],
          [1, darker(colour, 0.55)],
        ],
        0,
      );
      return (
        view.place(lying(left + x, height, back + z), circle(6, 8, radius * 1.12, '#05080f', 'opacity=".3"')) +
        view.extrude(lying(left + x, height, back + z), [0, radius * 0.9, 0], circle(0, 0, radius, side)) +
        view.place(
          lying(left + x, height + radius * 0.9, back + z),
          circle(0, 0, radius, lighter(colour, 0.35)) +
            circle(0, 0, radius * 0.88, colour) +
            `<g transform="rotate(${at})">${rect(-2.5, -radius * 0.86, 5, radius * 0.55, 2, '#ffffff')}</g>`,
        )
      );
    };
    const raised = (x: number, z: number, w: number, d: number, rise: number, colour: string, top = '') =>
      view.extrude(lying(left + x, height - 4, back + z), [0, rise, 0], rect(0, 0, w, d, 7, darker(colour, 0.4))) +
      view.place(lying(left + x, height - 4 + rise, back + z), rect(0, 0, w, d, 7, lighter(colour, 0.12)) + top);
    const display = (x: number, z: number, w: number, d: number) =>
      view.place(
        lying(left + x, height, back + z),
        rect(-8, -8, w + 16, d + 16, 16, '#090b11') + litScreen(paint, scene, w, d, accent, 10),
      );
    const holes = (x: number, z: number, columns: number, rows: number) =>
      view.place(
        lying(left + x, height, back + z),
        repeat(columns * rows, (index) =>
          circle((index % columns) * 15, Math.floor(index / columns) * 15, 4.4, darker(panel, 0.7)),
        ),
      );

    const keys = () => {
      const count = 15;
      const keyWidth = (width - 60) / count;
      const white = repeat(count, (index) => raised(30 + index * keyWidth + 2, 226, keyWidth - 4, 216, 22, '#f4f1e9'));
      const black = repeat(count - 1, (index) =>
        [2, 6].includes(index % 7) ? '' : raised(30 + (index + 1) * keyWidth - 17, 226, 34, 128, 42, '#23262f'),
      );
      return (
        display(256, 40, 230, 136) +
        repeat(4, (index) => knob(560 + index * 90, 84, 32, signal(index), -60 + index * 48)) +
        repeat(8, (index) => raised(530 + index * 46, 150, 34, 34, 12, index === 2 ? accent : lighter(panel, 0.25))) +
        holes(46, 50, 12, 9) +
        white +
        black
      );
    };
    const grid = () =>
      repeat(16, (index) => {
        const on = [0, 3, 6, 10, 13].includes(index);
        const x = 44 + (index % 4) * 154;
        return raised(
          x,
          268 + Math.floor(index / 4) * 108,
          140,
          94,
          20,
          on ? signal(index) : lighter(panel, 0.16),
          on ? rect(50, 38, 40, 16, 8, '#fff', 'opacity=".7"') : '',
        );
      }) +
      display(44, 44, 290, 178) +
      knob(420, 96, 40, accent, 30) +
      knob(530, 96, 40, lighter(panel, 0.35), -70) +
      knob(632, 96, 40, lighter(panel, 0.35), 110) +
      repeat(5, (index) => raised(386 + index * 56, 182, 44, 36, 12, index === 4 ? accent : '#e9e6de'));
    const modular = () => {
      const jacks = [
        [90, 480],
        [190, 540],
        [330, 470],
        [440, 550],
        [560, 480],
        [700, 540],
      ] as const;
      const cord = (from: number, to: number, colour: string) => {
        const [a, b] = [jacks[from] ?? jacks[0], jacks[to] ?? jacks[1]];
        const [x1, y1] = view.locate([left + a[0], height + 16, back + a[1]]);
        const [x2, y2] = view.locate([left + b[0], height + 16, back + b[1]]);
        const d = `M${x1} ${y1}C${x1 + 20} ${y1 - 190} ${x2 - 20} ${y2 - 190} ${x2} ${y2}`;
        return (
          paint.blurred(stroke(d, '#05080f', 14, 'opacity=".4" transform="translate(14 30)"'), 5) +
          stroke(d, darker(colour, 0.35), 17) +
          stroke(d, colour, 11) +
          circle(x1, y1, 13, darker(colour, 0.3)) +
          circle(x2, y2, 13, darker(colour, 0.3))
        );
      };
      const modules = repeat(3, (index) =>
        view.place(
          lying(left + 24 + index * 260, height, back + 24),
          rect(0, 0, 250, depth - 48, 8, index === 1 ? accent : lighter(panel, 0.15 + index * 0.2)) +
            repeat(4, (corner) =>
              circle(14 + (corner % 2) * 222, 14 + Math.floor(corner / 2) * (depth - 76), 6, '#9aa0ab'),
            ),
        ),
      );
      return (
        modules +
        repeat(
          3,
          (index) =>
            knob(96 + index * 260, 116, 46, '#2a2e38', -70 + index * 80) +
            knob(206 + index * 260, 116, 28, '#f4f1e9', 40 - index * 60) +
            knob(96 + index * 260, 250, 28, '#f4f1e9', index * 70) +
            knob(206 + index * 260, 250, 28, signal(index), 120) +
            view.place(
              lying(left + 60 + index * 260, height, back + 340),
              rect(0, 0, 180, 10, 5, '#11141c') + rect(30 + index * 44, -14, 30, 38, 6, '#f4f1e9'),
            ),
        ) +
        view.place(
          lying(left, height, back),
          jacks.map(([x, z]) => ring(x, z, 18, '#c6cad2', 9) + circle(x, z, 13, '#0b0e15')).join(''),
        ) +
        cord(0, 2, '#f0b13b') +
        cord(1, 4, '#e4573d') +
        cord(3, 5, '#4d86c6')
      );
    };
    const cheeks = wood
      ? repeat(2, (index) => {
          const x = index === 0 ? left - 34 : left + width - 2;
          const plank = rect(
            0,
            0,
            36,
            depth + 12,
            10,
            paint.linear(
              [
                [0, darker(wood, 0.45)],
                [0.6, darker(wood, 0.2)],
                [1, darker(wood, 0.5)],
              ],
              0,
            ),
          );
          return (
            view.extrude(lying(x, 0, back - 6), [0, height + 26, 0], plank) +
            view.place(
              lying(x, height + 26, back - 6),
              rect(0, 0, 36, depth + 12, 10, lighter(wood, 0.14)) +
                stroke(`M12 20V${depth - 10}M24 60V${depth - 60}`, darker(wood, 0.2), 3),
            )
          );
        })
      : '';
    const cheek = cheeks.length / 2;
    const leftCheek = cheeks.slice(0, cheek);
    return (
      castShadow(view.place(lying(left, 0, back), shape('#000000')), 58) +
      (turn < 0 ? '' : leftCheek) +
      view.extrude(lying(left, 0, back), [0, height, 0], shape(edge)) +
      view.place(
        lying(left, height, back),
        shape(lighter(body, 0.5)) +
          rect(
            2,
            2,
            width - 4,
            depth - 4,
            25,
            paint.linear(
              [
                [0, darker(panel, 0.06)],
                [1, lighter(panel, 0.16)],
              ],
              70,
            ),
          ),
      ) +
      { keys, grid, modular }[form]() +
      cheeks
    );
  });
}
