import { darker, lighter, mix } from './colour.ts';
import { type Backdrop, standingShadow, studio } from './studio.ts';
import { circle, ellipse, type Paint, placed, rect, repeat, ring, stroke } from './svg.ts';

type HeadphonesOptions = {
  backdrop: Backdrop;
  shell: string;
  cushion: string;
  band: string;
  metal?: string;
  /** `grille` is open-backed, `wood` shows grain, `dial` has a control ring, `plain` is bare. */
  cup: 'grille' | 'wood' | 'dial' | 'plain';
  size?: number;
  cable?: string;
  microphone?: boolean;
};

function cupFace(
  paint: Paint,
  kind: HeadphonesOptions['cup'],
  shell: string,
  metal: string,
  width: number,
  height: number,
) {
  const [radiusX, radiusY] = [width / 2, height / 2];
  const skin = paint.linear(
    [
      [0, lighter(shell, 0.38)],
      [0.45, shell],
      [1, darker(shell, 0.45)],
    ],
    50,
  );
  const base = ellipse(0, 0, radiusX, radiusY, darker(shell, 0.5)) + ellipse(-2, -3, radiusX - 3, radiusY - 4, skin);
  const scaled = (content: string) => `<g transform="scale(${radiusX / radiusY} 1)">${content}</g>`;
  if (kind === 'grille') {
    const holes = repeat(8, (orbit) =>
      repeat(orbit * 6 + 1, (index) => {
        const angle = (index / (orbit * 6 + 1)) * Math.PI * 2;
        const distance = orbit * radiusY * 0.098;
        return circle(Math.cos(angle) * distance, Math.sin(angle) * distance, radiusY * 0.034, '#090b10');
      }),
    );
    return (
      base +
      scaled(
        circle(0, 0, radiusY * 0.8, darker(metal, 0.2)) +
          circle(
            0,
            0,
            radiusY * 0.77,
            paint.linear(
              [
                [0, darker(metal, 0.3)],
                [1, darker(metal, 0.6)],
              ],
              60,
            ),
          ) +
          holes,
      )
    );
  }
  if (kind === 'wood') {
    const grain = repeat(7, (index) =>
      ellipse(
        radiusX * 0.1,
        radiusY * 0.1,
        radiusX * (0.12 + index * 0.105),
        radiusY * (0.2 + index * 0.1),
        'none',
        `stroke="${darker(shell, 0.35)}" stroke-width="${2 + (index % 3)}" opacity=".4" transform="rotate(12)"`,
      ),
    );
    return (
      base +
      paint.clipped(ellipse(0, 0, radiusX - 4, radiusY - 5, '#000'), grain) +
      scaled(ring(0, 0, radiusY * 0.93, metal, 5) + circle(0, 0, radiusY * 0.1, metal))
    );
  }
  if (kind === 'dial') {
    return (
      base +
      scaled(
        circle(0, 0, radiusY * 0.66, darker(shell, 0.35)) +
          circle(
            0,
            0,
            radiusY * 0.62,
            paint.linear(
              [
                [0, lighter(metal, 0.55)],
                [0.5, metal],
                [1, darker(metal, 0.35)],
              ],
              35,
            ),
          ) +
          repeat(
            40,
            (index) =>
              `<g transform="rotate(${index * 9})">${rect(-1.4, -radiusY * 0.61, 2.8, radiusY * 0.09, 1, darker(metal, 0.45))}</g>`,
          ) +
          circle(
            0,
            0,
            radiusY * 0.46,
            paint.linear(
              [
                [0, darker(metal, 0.1)],
                [1, lighter(metal, 0.4)],
              ],
              45,
            ),
          ) +
          circle(0, -radiusY * 0.32, radiusY * 0.045, '#f1663a'),
      )
    );
  }
  return (
    base +
    scaled(ring(0, 0, radiusY * 0.72, lighter(shell, 0.35), 2.5, 'opacity=".6"')) +
    rect(-radiusX * 0.13, radiusY * 0.36, radiusX * 0.26, 7, 4, lighter(shell, 0.55))
  );
}

/** Headphones that stand, seen from the front and a little from the side: both cushions show, and one cup's outside. */
export function headphones(options: HeadphonesOptions) {
  const { backdrop, shell, cushion, band, metal = '#c8ccd2', cup, size = 1, cable, microphone = false } = options;
  return studio(backdrop, (paint) => {
    const cupHeight = 372 * size;
    const ground = 1000;
    const middle = ground - cupHeight / 2;
    const leftX = 318;
    const rightX = 866;
    const arcTop = 178;
    const arch = (inset: number, lift: number) =>
      `M${leftX + inset} ${middle - cupHeight * 0.74}C${leftX - 20 + inset} ${arcTop + 140 + lift} ${420 + inset * 0.4} ${arcTop + lift} 592 ${arcTop + lift}S${rightX + 20 - inset} ${arcTop + 140 + lift} ${rightX - inset} ${middle - cupHeight * 0.74}`;
    const leather = paint.linear(
      [
        [0, lighter(band, 0.45)],
        [0.3, band],
        [1, darker(band, 0.5)],
      ],
      75,
    );
    const steel = paint.linear(
      [
        [0, lighter(metal, 0.6)],
        [0.5, metal],
        [1, darker(metal, 0.4)],
      ],
      20,
    );
    const pad = (x: number, flip: number) => {
      const soft = paint.radial(
        [
          [0, lighter(cushion, 0.34)],
          [0.6, cushion],
          [1, darker(cushion, 0.5)],
        ],
        0.4,
        0.3,
        0.75,
      );
      return placed(
        x,
        middle,
        `<g transform="scale(${flip} 1)">${rect(-46, -cupHeight * 0.46, 104, cupHeight * 0.92, 52, darker(cushion, 0.5)) + rect(-44, -cupHeight * 0.455, 98, cupHeight * 0.9, 49, soft) + stroke(`M30 ${-cupHeight * 0.37}V${cupHeight * 0.37}`, darker(cushion, 0.45), 3, 'opacity=".7"')}</g>`,
        flip * 4,
      );
    };
    const outside = (x: number, flip: number, width: number) =>
      placed(
        x,
        middle,
        `<g transform="scale(${flip} 1)">${ellipse(24, 4, width / 2, cupHeight / 2, darker(shell, 0.62))}${repeat(8, (index) => ellipse(21 - index * 3, 3 - index * 0.4, width / 2, cupHeight / 2, mix(darker(shell, 0.6), darker(shell, 0.15), index / 8)))}${cupFace(paint, cup, shell, metal, width, cupHeight)}</g>`,
        flip * 4,
      );
    const yoke = (x: number, flip: number) =>
      stroke(`M${x + flip * 4} ${middle - cupHeight * 0.44}V${middle - cupHeight * 0.95}`, darker(metal, 0.5), 26) +
      stroke(`M${x + flip * 2} ${middle - cupHeight * 0.44}V${middle - cupHeight * 0.95}`, steel, 19);
    const straps = yoke(leftX + 12, 1) + yoke(rightX - 12, -1);
    const wire = cable
      ? stroke(
          `M${leftX} ${ground - 14}C${leftX - 40} ${ground + 90} ${leftX + 160} ${ground + 110} 560 ${ground + 66}S820 ${ground + 60} 900 ${ground + 112}`,
          darker(cable, 0.4),
          15,
        ) +
        stroke(
          `M${leftX} ${ground - 16}C${leftX - 40} ${ground + 87} ${leftX + 160} ${ground + 107} 560 ${ground + 63}S820 ${ground + 57} 900 ${ground + 109}`,
          cable,
          9,
        ) +
        placed(905, ground + 112, rect(0, -15, 64, 30, 9, steel) + rect(64, -8, 44, 16, 5, '#d9b56a'), 22)
      : '';
    const boom = microphone
      ? stroke(
          `M${leftX - 4} ${middle + 70}C${leftX + 30} ${middle + 190} ${leftX + 120} ${middle + 214} 520 ${middle + 190}`,
          darker(shell, 0.55),
          17,
        ) +
        stroke(
          `M${leftX - 4} ${middle + 68}C${leftX + 30} ${middle + 188} ${leftX + 120} ${middle + 212} 520 ${middle + 187}`,
          shell,
          10,
        ) +
        rect(496, middle + 164, 84, 46, 23, '#171a21') +
        rect(560, middle + 178, 12, 18, 6, '#f1663a')
      : '';
    return (
      standingShadow(paint, leftX + 8, ground - 2, 120) +
      standingShadow(paint, rightX - 8, ground - 2, 120) +
      wire +
      stroke(arch(18, 26), darker(cushion, 0.35), 54 * size) +
      stroke(arch(0, 0), darker(band, 0.55), 46 * size) +
      straps +
      stroke(arch(2, -3), leather, 38 * size) +
      stroke(arch(4, -12 * size), lighter(band, 0.6), 4, 'opacity=".55"') +
      pad(leftX + 74, 1) +
      pad(rightX - 74, -1) +
      outside(leftX - 2, 1, 190 * size) +
      outside(rightX + 2, -1, 190 * size) +
      boom
    );
  });
}
