import { facing, lookAt, lying, moved, type Vector } from './axonometry.ts';
import { darker, lighter, mix } from './colour.ts';
import { litScreen, type Scene } from './screens.ts';
import { type Backdrop, castShadow, studio } from './studio.ts';
import { circle, rect, repeat } from './svg.ts';

type LaptopOptions = {
  backdrop: Backdrop;
  body: string;
  keys: string;
  scene: Scene;
  accent: string;
  /** Canvas units across the lid; 14 inches are about 700. */
  width?: number;
  /** Height of the lid as a part of its width. */
  proportion?: number;
  /** Degrees: below 0 shows the right side, above 0 the left. */
  turn?: number;
  /** Degrees that the lid leans back from upright. */
  lean?: number;
  thickness?: number;
  /** What lies right of the letters. */
  beside?: 'nothing' | 'numbers' | 'speakers';
  /** Openings in the visible side, as lengths in canvas units. */
  ports?: readonly number[];
  /** A key in another colour: the signature of the maker. */
  signature?: string;
};

/** A keyboard's keys on a lying sheet, staggered row by row as typists know them. */
function letters(width: number, height: number, colour: string, signature: string | undefined) {
  const rows = [
    [1, ...Array<number>(12).fill(1), 1.6],
    [1.5, ...Array<number>(12).fill(1), 1.1],
    [1.8, ...Array<number>(11).fill(1), 1.8],
    [2.3, ...Array<number>(10).fill(1), 2.3],
    [1, 1, 1, 1.2, 5.4, 1.2, 1, 1, 1, 0.8],
  ];
  const gap = 5;
  const keyHeight = (height - gap * (rows.length - 1)) / rows.length;
  return rows
    .map((row, rowIndex) => {
      const unit = (width - gap * (row.length - 1)) / row.reduce((sum, key) => sum + key, 0);
      let x = 0;
      return row
        .map((key, index) => {
          const at = x;
          x += key * unit + gap;
          const isSignature = rowIndex === 0 && index === row.length - 1;
          const fill = isSignature && signature ? signature : colour;
          const y = rowIndex * (keyHeight + gap);
          return (
            rect(at, y, key * unit, keyHeight, 6, darker(fill, 0.35)) + rect(at, y, key * unit, keyHeight - 3, 6, fill)
          );
        })
        .join('');
    })
    .join('');
}

/** An open laptop, seen from the side and a little above. */
export function laptop(options: LaptopOptions) {
  const { backdrop, body, keys, scene, accent, signature, ports = [34, 34, 14] } = options;
  const { width = 700, proportion = 0.66, turn = -24, lean = 18, thickness = 20, beside = 'nothing' } = options;
  return studio(backdrop, (paint) => {
    const depth = width * 0.69;
    const lidHeight = width * proportion;
    const view = lookAt(turn, 27, [600 + (turn < 0 ? -14 : 14), 790]);
    const radians = (lean * Math.PI) / 180;
    const up: Vector = [0, Math.cos(radians), -Math.sin(radians)];
    const hinge: Vector = [-width / 2, thickness, -depth / 2 + 12];
    const top = moved(hinge, [0, up[1] * lidHeight, up[2] * lidHeight]);
    const lid = { origin: top, across: [1, 0, 0], down: [0, -up[1], -up[2]] } as const;
    const behind: Vector = [0, up[2] * 11, -up[1] * 11];
    const frontThen = (far: string, near: string) =>
      paint.linear(
        [
          [0, far],
          [0.5, near],
          [1, darker(near, 0.08)],
        ],
        turn < 0 ? -20 : 200,
      );
    const outline = (fill: string) => rect(0, 0, width, depth, 26, fill);
    const ground = lying(-width / 2, 0, -depth / 2);
    const deck = lying(-width / 2, thickness, -depth / 2);
    const deckFill = paint.linear(
      [
        [0, darker(body, 0.1)],
        [0.3, body],
        [1, lighter(body, 0.28)],
      ],
      70,
    );
    const side = beside === 'nothing' ? width * 0.055 : width * (beside === 'numbers' ? 0.235 : 0.13);
    const left = beside === 'speakers' ? width * 0.13 : width * 0.055;
    const keyArea = width - left - side;
    const bezel = 17;
    const numberKeys =
      beside === 'numbers'
        ? `<g transform="translate(${width - side + 16} ${depth * 0.13})">${repeat(20, (index) => {
            const size = (side - 16 - width * 0.055 - 15) / 4;
            return rect(
              (index % 4) * (size + 5),
              Math.floor(index / 4) * ((depth * 0.43) / 5 + 1),
              size,
              (depth * 0.43) / 5 - 4,
              5,
              keys,
            );
          })}</g>`
        : '';
    const grille =
      beside === 'speakers'
        ? repeat(2, (which) =>
            repeat(5 * 22, (index) =>
              circle(
                (which === 0 ? width * 0.035 : width * 0.9) + (index % 5) * width * 0.0155,
                depth * 0.14 + Math.floor(index / 5) * depth * 0.0195,
                2.6,
                darker(body, 0.5),
              ),
            ),
          )
        : '';
    const padWidth = width * 0.38;
    const sidePlane =
      turn < 0
        ? {
            origin: [width / 2, thickness, depth / 2] as Vector,
            across: [0, 0, -1] as Vector,
            down: [0, -1, 0] as Vector,
          }
        : {
            origin: [-width / 2, thickness, -depth / 2] as Vector,
            across: [0, 0, 1] as Vector,
            down: [0, -1, 0] as Vector,
          };
    let at = turn < 0 ? depth * 0.5 : depth * 0.14;
    const openings = ports
      .map((length) => {
        const x = at;
        at += length + 18;
        return (
          rect(x, thickness * 0.3, length, thickness * 0.42, 5, '#10131c') +
          rect(x, thickness * 0.66, length, 1.6, 1, lighter(body, 0.4))
        );
      })
      .join('');
    return (
      castShadow(view.place(ground, outline('#000000')), 54) +
      view.extrude(ground, [0, thickness - 1, 0], outline(frontThen(darker(body, 0.34), darker(body, 0.12)))) +
      view.place(
        deck,
        outline(lighter(body, 0.5)) +
          rect(1.5, 1.5, width - 3, depth - 3, 25, deckFill) +
          rect(width * 0.06, 4, width * 0.88, 15, 7, darker(body, 0.55)) +
          rect(left - 7, depth * 0.13 - 7, keyArea + 14, depth * 0.43 + 14, 12, darker(body, 0.3)) +
          `<g transform="translate(${left} ${depth * 0.13})">${letters(keyArea, depth * 0.43, keys, signature)}</g>` +
          numberKeys +
          grille +
          rect(left + keyArea / 2 - padWidth / 2, depth * 0.62, padWidth, depth * 0.32, 14, darker(body, 0.2)) +
          rect(
            left + keyArea / 2 - padWidth / 2 + 1.5,
            depth * 0.62 + 1.5,
            padWidth - 3,
            depth * 0.32 - 2,
            13,
            mix(body, lighter(body, 0.3), 0.5),
          ) +
          rect(width / 2 - 50, depth - 6, 100, 6, 4, darker(body, 0.35)),
      ) +
      view.place(sidePlane, openings) +
      view.extrude(
        { ...lid, origin: moved(top, behind) },
        [-behind[0], -behind[1], -behind[2]],
        rect(0, 0, width, lidHeight, 24, frontThen(darker(body, 0.3), lighter(body, 0.1))),
      ) +
      view.place(
        lid,
        rect(0, 0, width, lidHeight, 24, lighter(body, 0.35)) +
          rect(2.5, 2.5, width - 5, lidHeight - 5, 22, '#0c0e15') +
          `<g transform="translate(${bezel} ${bezel + 5})">${litScreen(paint, scene, width - bezel * 2, lidHeight - bezel * 2 - 22, accent, 8)}</g>` +
          circle(width / 2, 11, 3.6, '#2a3350') +
          rect(width / 2 - 20, lidHeight - 14, 40, 3.5, 2, '#3a4156'),
      ) +
      view.place(
        facing(-width / 2 + width * 0.06, thickness + 4, -depth / 2 + 15),
        rect(0, -6, width * 0.88, 10, 5, darker(body, 0.5)),
      )
    );
  });
}
