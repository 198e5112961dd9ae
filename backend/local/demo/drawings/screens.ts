import { digits } from './glyphs.ts';
import { charts, code, game, mixer, paper } from './programs.ts';
import { type Paint, rect } from './svg.ts';
import { dunes, orbit, peaks, petals, ribbons, type Sheet } from './wallpapers.ts';

/** What a lit screen shows. */
export type Scene = 'dunes' | 'peaks' | 'orbit' | 'ribbons' | 'code' | 'charts' | 'mixer' | 'paper' | 'game' | 'petals';

const scenes: Record<Scene, (sheet: Sheet) => string> = {
  dunes,
  peaks,
  orbit,
  ribbons,
  petals,
  code,
  charts,
  mixer,
  game,
  paper,
};

/** A screen's content inside its rounded glass, with a soft reflection of the window on it; from (0, 0). */
export function litScreen(paint: Paint, scene: Scene, width: number, height: number, accent: string, radius = 4) {
  const glare = paint.linear(
    [
      [0, '#ffffff', 0.2],
      [0.45, '#ffffff', 0.04],
      [0.46, '#ffffff', 0],
    ],
    35,
  );
  return paint.clipped(
    rect(0, 0, width, height, radius, '#000000'),
    scenes[scene]({ paint, width, height, accent }) + rect(0, 0, width, height, 0, glare),
  );
}

/** A clock, as on a locked phone or a watch, centred on x. */
export function clock(time: string, x: number, y: number, height: number, colour = '#ffffff') {
  return digits(time, x, y, height, colour, 1.5);
}
