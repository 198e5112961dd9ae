import { lookAt, lying, type Plane } from './axonometry.ts';
import { darker, lighter } from './colour.ts';
import { type Backdrop, castShadow, studio } from './studio.ts';
import { circle, type Paint, rect, repeat, stroke } from './svg.ts';

type Layout = 'compact' | 'tenkeyless' | 'full' | 'split' | 'pad';

type KeyboardOptions = {
  backdrop: Backdrop;
  body: string;
  caps: string;
  modifiers: string;
  accent: string;
  layout: Layout;
  knob?: boolean;
  /** Low keys hardly rise above the body. */
  low?: boolean;
  cable?: string;
  turn?: number;
};

type Row = readonly number[];
const ones = (count: number) => Array<number>(count).fill(1);
/** Key widths row by row in units of a letter key; below 0 is a gap. */
const letterRows: readonly Row[] = [
  [...ones(13), 2],
  [1.5, ...ones(12), 1.5],
  [1.75, ...ones(11), 2.25],
  [2.25, ...ones(10), 2.75],
  [1.25, 1.25, 1.25, 6.25, 1.25, 1.25, 1.25, 1.25],
];
const functionRow: Row = [1, -0.5, ...ones(4), -0.25, ...ones(4), -0.25, ...ones(4), -1];
const navigation: readonly Row[] = [ones(3), ones(3), [-3], [-1, 1, -1], ones(3)];
const numbers: readonly Row[] = [ones(4), ones(4), ones(4), ones(4), [2, 1, 1]];
const leftHalf: readonly Row[] = [
  [...ones(6), -0.25],
  [1.5, ...ones(5)],
  [1.75, ...ones(5)],
  [2.25, ...ones(4), -0.5],
  [1.25, 1.25, 1.25, 2.5, -0.5],
];
const rightHalf: readonly Row[] = [
  [...ones(6), 1.25],
  [...ones(6), 1.25],
  [...ones(5), 2.25],
  [...ones(4), 2.5, -0.75],
  [2.5, 1.25, 1.25, 1.25, -1],
];
const pad: readonly Row[] = [ones(4), ones(4), ones(4), ones(4)];

type Block = { rows: readonly Row[]; x: number; z: number; isLetters: boolean };

function blocks(layout: Layout): { list: readonly Block[]; columns: number; lines: number } {
  const letters: Block = { rows: letterRows, x: 0, z: 0, isLetters: true };
  if (layout === 'compact') return { list: [letters], columns: 15, lines: 5 };
  if (layout === 'pad') return { list: [{ rows: pad, x: 0, z: 1.3, isLetters: true }], columns: 4, lines: 5.3 };
  const low = { ...letters, z: 1.25 };
  const top: Block = { rows: [functionRow], x: 0, z: 0, isLetters: false };
  const arrows: Block = { rows: navigation, x: 15.3, z: 1.25, isLetters: false };
  if (layout === 'tenkeyless') return { list: [top, low, arrows], columns: 18.3, lines: 6.25 };
  return {
    list: [top, low, arrows, { rows: numbers, x: 18.6, z: 1.25, isLetters: false }],
    columns: 22.6,
    lines: 6.25,
  };
}

/** A keyboard on the paper, seen from the front and above, each key a solid of its own. */
export function keyboard(options: KeyboardOptions) {
  const { backdrop, body, caps, modifiers, accent, layout, knob = false, low = false, cable, turn = -14 } = options;
  return studio(backdrop, (paint) => {
    const view = lookAt(turn, 52, [600, layout === 'pad' ? 600 : 630]);
    const rise = low ? 9 : 24;
    const drawBody = (left: number, back: number, width: number, depth: number) => {
      const shape = (fill: string) => rect(0, 0, width, depth, 26, fill);
      const edge = paint.linear(
        [
          [0, darker(body, 0.4)],
          [0.4, darker(body, 0.12)],
          [1, darker(body, 0.35)],
        ],
        -20,
      );
      const top = paint.linear(
        [
          [0, darker(body, 0.06)],
          [1, lighter(body, 0.22)],
        ],
        80,
      );
      const height = low ? 18 : 40;
      return (
        castShadow(view.place(lying(left, 0, back), shape('#000000')), 50) +
        view.extrude(lying(left, 0, back), [0, height, 0], shape(edge)) +
        view.place(lying(left, height, back), shape(lighter(body, 0.45)) + rect(2, 2, width - 4, depth - 4, 25, top))
      );
    };
    const key = (x: number, z: number, width: number, depth: number, colour: string) => {
      const base = low ? 18 : 34;
      const plane: Plane = lying(x, base, z);
      const inset = low ? 1 : 4.5;
      return (
        view.extrude(plane, [0, rise, 0], rect(0, 0, width, depth, 8, darker(colour, 0.36))) +
        view.place(
          lying(x, base + rise, z),
          rect(0.5, 0.5, width - 1, depth - 1, 8, darker(colour, 0.08)) +
            rect(inset, inset * 0.5, width - inset * 2, depth - inset * 2, 7, lighter(colour, 0.16)),
        )
      );
    };
    const drawKeys = (block: Block, unit: number, left: number, back: number) =>
      block.rows
        .map((row, line) => {
          let x = left + block.x * unit;
          return row
            .map((size, index) => {
              const at = x;
              x += Math.abs(size) * unit;
              if (size < 0) return '';
              const isEnter = block.isLetters && line === 2 && index === row.length - 1;
              const isEscape =
                line === 0 &&
                index === 0 &&
                (layout === 'compact' || layout === 'split' ? block.isLetters : !block.isLetters && block.x === 0);
              const isAccent =
                layout === 'pad' ? line === 3 && index === 3 : (isEnter && layout !== 'split') || isEscape;
              const isLetter = block.isLetters && size === 1 ? true : block.isLetters && size > 5;
              return key(
                at + 2,
                back + (block.z + line) * unit + 2,
                size * unit - 4,
                unit - 4,
                isAccent ? accent : isLetter ? caps : modifiers,
              );
            })
            .join('');
        })
        .join('');
    if (layout === 'split') return splitHalves(drawBody, drawKeys);
    const { list, columns, lines } = blocks(layout);
    const unit = layout === 'pad' ? 118 : Math.min(60, 960 / columns);
    const margin = layout === 'pad' ? 28 : 20;
    const [width, depth] = [columns * unit + margin * 2, lines * unit + margin * 2];
    const knobAt =
      layout === 'pad'
        ? ([-width / 2 + margin + 60, -depth / 2 + margin + 62, 46] as const)
        : ([width / 2 - margin - unit * 0.9, -depth / 2 + margin + unit * 0.5, unit * 0.42] as const);
    const cord = cable ? cordFrom(paint, view.locate([width * 0.18, 16, -depth / 2]), cable) : '';
    return (
      cord +
      drawBody(-width / 2, -depth / 2, width, depth) +
      list.map((block) => drawKeys(block, unit, -width / 2 + margin, -depth / 2 + margin)).join('') +
      (knob ? drawKnob(paint, view, knobAt, accent) : '') +
      (layout === 'pad'
        ? view.place(
            lying(-width / 2 + margin + 150, 41, -depth / 2 + margin + 14),
            rect(0, 0, 310, 92, 16, '#11141c') +
              repeat(12, (index) =>
                rect(
                  24 + index * 22,
                  70 - 46 * Math.abs(Math.sin(index * 1.3 + 0.6)),
                  12,
                  8 + 46 * Math.abs(Math.sin(index * 1.3 + 0.6)),
                  4,
                  accent,
                ),
              ),
          )
        : '')
    );
  });
}

function splitHalves(
  drawBody: (left: number, back: number, width: number, depth: number) => string,
  drawKeys: (block: Block, unit: number, left: number, back: number) => string,
) {
  const unit = 61;
  const half = (rows: readonly Row[], columns: number, left: number, back: number) =>
    drawBody(left - 18, back - 18, columns * unit + 36, 5 * unit + 36) +
    drawKeys({ rows, x: 0, z: 0, isLetters: true }, unit, left, back);
  return half(leftHalf, 6.75, -496, -205) + half(rightHalf, 7.25, 44, -110);
}

function cordFrom(paint: Paint, [x, y]: readonly [number, number], colour: string) {
  const coil = `M${x} ${y}C${x + 6} ${y - 120} ${x - 150} ${y - 50} ${x - 190} ${y - 150}S${x - 60} ${y - 330} ${x - 130} -20`;
  return (
    paint.blurred(stroke(coil, '#000000', 13, 'opacity=".35" transform="translate(6 14)"'), 7) +
    stroke(coil, darker(colour, 0.4), 14) +
    stroke(coil, lighter(colour, 0.15), 8)
  );
}

function drawKnob(
  paint: Paint,
  view: ReturnType<typeof lookAt>,
  [x, z, radius]: readonly [number, number, number],
  accent: string,
) {
  const side = paint.linear(
    [
      [0, darker(accent, 0.45)],
      [0.35, lighter(accent, 0.3)],
      [1, darker(accent, 0.5)],
    ],
    0,
  );
  return (
    view.extrude(lying(x, 36, z), [0, 44, 0], circle(0, 0, radius, side)) +
    view.place(
      lying(x, 80, z),
      circle(0, 0, radius, lighter(accent, 0.5)) +
        circle(0, 0, radius * 0.9, accent) +
        rect(-3, -radius * 0.8, 6, radius * 0.45, 3, '#ffffff'),
    )
  );
}
