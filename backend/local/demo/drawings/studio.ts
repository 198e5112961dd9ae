import { darker, lighter } from './colour.ts';
import { createPaint, ellipse, type Paint, rect, repeat } from './svg.ts';

/** Side of the square canvas that every product is drawn on, in its own units. */
const canvasSize = 1200;

/** Side of the picture in pixels: the largest width that the shop serves. */
const pictureSize = 1280;

/** The papers that products stand on: calm enough for the product, deep enough to hold their edge on a white page. */
export const backdrops = {
  fog: '#d3d9de',
  sand: '#e3d5bf',
  sage: '#c3d1bf',
  blush: '#ebcdc4',
  sky: '#bcd6ea',
  lilac: '#d2cbe8',
  clay: '#d99b7c',
  butter: '#f1d98c',
  mint: '#b9ddd0',
  slate: '#6f8296',
  ink: '#2f3a4f',
  pine: '#3f6259',
  plum: '#5c4766',
  coral: '#f09a86',
  ochre: '#dfa94a',
} as const;

export type Backdrop = keyof typeof backdrops;

/** A whole picture: the paper, a pool of light on it, and what `draw` puts in front. */
export function studio(backdrop: Backdrop, draw: (paint: Paint) => string) {
  const paint = createPaint();
  const colour = backdrops[backdrop];
  const paper = paint.linear([
    [0, lighter(colour, 0.08)],
    [0.62, colour],
    [1, darker(colour, 0.12)],
  ]);
  const light = paint.radial(
    [
      [0, lighter(colour, 0.75), 0.75],
      [0.55, lighter(colour, 0.5), 0.25],
      [1, colour, 0],
    ],
    0.42,
    0.36,
    0.62,
  );
  const content = draw(paint);
  const whole = rect(0, 0, canvasSize, canvasSize, 0, paper) + rect(0, 0, canvasSize, canvasSize, 0, light);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${canvasSize} ${canvasSize}" width="${pictureSize}" height="${pictureSize}"><defs>${paint.definitions()}</defs>${whole}${content}</svg>`;
}

/** The shadow under a thing that stands: a wide soft one, and a tight dark one where it touches. */
export function standingShadow(paint: Paint, x: number, y: number, halfWidth: number, strength = 1) {
  const fade = (opacity: number) =>
    paint.radial([
      [0, '#000000', opacity * strength],
      [0.55, '#000000', opacity * 0.45 * strength],
      [1, '#000000', 0],
    ]);
  return (
    ellipse(x + halfWidth * 0.06, y + 6, halfWidth * 1.3, Math.max(26, halfWidth * 0.16), fade(0.42)) +
    ellipse(x, y, halfWidth * 1.02, Math.max(9, halfWidth * 0.035), fade(0.75))
  );
}

/**
 * A black outline with a soft edge: the same shape in thin layers, each wider than the last, which costs far less than
 * a blur. Black, because layers this thin lose any tint to rounding, and the shadow would turn green.
 */
function softened(outline: string, spread: number, layers: number, opacity: number) {
  const each = (1 - (1 - opacity) ** (1 / layers)).toFixed(4);
  return repeat(layers, (layer) => {
    const width = spread * 2 * ((layer + 0.5) / layers) ** 1.5;
    return `<g opacity="${each}" stroke="#000000" stroke-linejoin="round" stroke-width="${width.toFixed(1)}">${outline}</g>`;
  });
}

/** The shadow that a lying thing throws, made of its own outline: away from the light, which comes from the top left. */
export function castShadow(outline: string, height: number, strength = 1) {
  const away = (part: number) => `translate(${height * 0.45 * part} ${height * part})`;
  return (
    `<g transform="${away(0.7)}">${softened(outline, Math.max(20, height * 1.15), 26, Math.min(0.9, 0.4 * strength))}</g>` +
    `<g transform="${away(0.22)}">${softened(outline, Math.max(8, height * 0.26), 8, Math.min(0.9, 0.26 * strength))}</g>`
  );
}
