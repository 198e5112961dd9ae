import { lookAt, type Vector } from './axonometry.ts';
import { darker, lighter } from './colour.ts';
import { clock, litScreen, type Scene } from './screens.ts';
import { type Backdrop, standingShadow, studio } from './studio.ts';
import { circle, type Paint, rect, repeat, ring, stroke } from './svg.ts';

type CameraArrangement = 'bar' | 'column' | 'square' | 'disc' | 'pair' | 'single';

type PhoneOptions = {
  backdrop: Backdrop;
  body: string;
  /** Colour of the rim, where it is not the body's. */
  rim?: string;
  scene: Scene;
  accent: string;
  cameras: CameraArrangement;
  time: string;
  width?: number;
  height?: number;
  radius?: number;
  back?: 'glass' | 'leather' | 'screws';
  notch?: 'dot' | 'pill' | 'none';
};

/** One lens: a metal collar, dark glass and the blue glint of its coating. */
export function lens(paint: Paint, x: number, y: number, radius: number, collar = '#3b404c') {
  const glass = paint.radial(
    [
      [0, '#39507e'],
      [0.35, '#141b2e'],
      [1, '#05070d'],
    ],
    0.4,
    0.36,
    0.66,
  );
  return (
    circle(x, y, radius, darker(collar, 0.4)) +
    circle(
      x,
      y - radius * 0.03,
      radius * 0.95,
      paint.linear(
        [
          [0, lighter(collar, 0.5)],
          [1, collar],
        ],
        60,
      ),
    ) +
    circle(x, y, radius * 0.8, '#0a0d15') +
    circle(x, y, radius * 0.66, glass) +
    ring(x, y, radius * 0.42, '#6d7fb5', radius * 0.035, 'opacity=".5"') +
    circle(x - radius * 0.2, y - radius * 0.22, radius * 0.13, '#cfe0ff', 'opacity=".75"')
  );
}

function cameraIsland(paint: Paint, arrangement: CameraArrangement, width: number, body: string, rim: string) {
  const plate = lighter(body, 0.14);
  const edge = darker(body, 0.3);
  const island = (x: number, y: number, w: number, h: number, r: number) =>
    rect(x + 3, y + 7, w, h, r, '#05080f', 'opacity=".25"') +
    rect(x, y, w, h, r, edge) +
    rect(x + 1.5, y + 1, w - 3, h - 3.5, r, plate);
  const flash = (x: number, y: number) => circle(x, y, 12, '#fff3cf') + circle(x, y, 6, '#ffe39a');
  const at = (x: number, y: number, radius: number) => lens(paint, x, y, radius, rim);
  if (arrangement === 'bar')
    return (
      island(14, 96, width - 28, 108, 54) +
      at(78, 150, 40) +
      at(166, 150, 40) +
      flash(width - 108, 150) +
      at(width - 64, 150, 22)
    );
  if (arrangement === 'column')
    return island(28, 30, 106, 312, 53) + at(81, 84, 40) + at(81, 186, 40) + at(81, 288, 40) + flash(166, 66);
  if (arrangement === 'square')
    return island(26, 28, 212, 212, 58) + at(84, 86, 44) + at(84, 182, 44) + at(182, 134, 44) + flash(184, 60);
  if (arrangement === 'disc') {
    const middle = width / 2;
    return (
      circle(middle + 3, 193, 134, '#05080f', 'opacity=".25"') +
      circle(middle, 186, 134, edge) +
      circle(middle, 184, 131, plate) +
      ring(middle, 184, 118, darker(body, 0.2), 2) +
      at(middle - 50, 136, 42) +
      at(middle + 50, 136, 42) +
      at(middle - 50, 234, 42) +
      at(middle + 50, 234, 28)
    );
  }
  if (arrangement === 'pair') return at(82, 86, 50) + at(82, 204, 50) + flash(164, 86);
  return at(92, 98, 54) + flash(184, 98);
}

function backFinish(kind: PhoneOptions['back'], width: number, height: number, body: string) {
  if (kind === 'leather') {
    return (
      rect(18, height * 0.42, width - 36, height * 0.55, 34, darker(body, 0.42)) +
      rect(
        28,
        height * 0.42 + 10,
        width - 56,
        height * 0.55 - 20,
        26,
        'none',
        `stroke="${lighter(body, 0.3)}" stroke-width="2.4" stroke-dasharray="9 7" opacity=".7"`,
      )
    );
  }
  if (kind === 'screws') {
    const screw = (x: number, y: number) =>
      circle(x, y, 11, darker(body, 0.45)) +
      circle(x, y, 9, lighter(body, 0.35)) +
      stroke(`M${x - 5} ${y - 4}L${x + 5} ${y + 4}`, darker(body, 0.5), 2.6);
    return (
      rect(36, height * 0.46, width - 72, height * 0.4, 18, darker(body, 0.13)) +
      screw(40, height - 44) +
      screw(width - 40, height - 44) +
      screw(40, height * 0.42) +
      screw(width - 40, height * 0.42) +
      repeat(9, (index) => rect(width / 2 - 72, height * 0.52 + index * 22, 144, 7, 4, darker(body, 0.3)))
    );
  }
  return (
    ring(width / 2, height * 0.6, 26, lighter(body, 0.35), 5, 'opacity=".55"') +
    rect(width / 2 - 3, height * 0.6 - 40, 6, 36, 3, lighter(body, 0.35), 'opacity=".55"')
  );
}

function statusMarks(width: number) {
  return (
    repeat(4, (index) => rect(width - 96 + index * 8, 40 - index * 4, 5, 7 + index * 4, 2, '#fff')) +
    rect(width - 56, 29, 28, 16, 5, 'none', 'stroke="#fff" stroke-width="2.4"') +
    rect(width - 52.5, 32.5, 16, 9, 2.5, '#fff')
  );
}

/** A phone from its two sides: the back behind, the screen before it. */
export function phone(options: PhoneOptions) {
  const {
    backdrop,
    body,
    scene,
    accent,
    cameras,
    time,
    width = 376,
    height = 784,
    radius = 60,
    back = 'glass',
    notch = 'dot',
  } = options;
  const rim = options.rim ?? lighter(body, 0.3);
  return studio(backdrop, (paint) => {
    const depth = 30;
    const ground = 1010;
    const solid = (turn: number, x: number, base: number, face: string, light: number) => {
      const view = lookAt(turn, 7, [x, base]);
      const away: Vector = [0, 0, -depth];
      const plane = {
        origin: [-width / 2, height, 0] as Vector,
        across: [1, 0, 0] as Vector,
        down: [0, -1, 0] as Vector,
      };
      const edge = paint.linear(
        [
          [0, lighter(rim, light)],
          [0.12, darker(rim, 0.1)],
          [0.5, darker(rim, 0.38)],
          [0.88, rim],
          [1, darker(rim, 0.3)],
        ],
        turn > 0 ? 80 : 100,
      );
      const key = (top: number, long: number) => {
        const sheet =
          turn > 0
            ? {
                origin: [-width / 2 - 2.5, height - top, -depth * 0.72] as Vector,
                across: [0, 0, 1] as Vector,
                down: [0, -1, 0] as Vector,
              }
            : {
                origin: [width / 2 + 2.5, height - top, -depth * 0.28] as Vector,
                across: [0, 0, -1] as Vector,
                down: [0, -1, 0] as Vector,
              };
        return view.place(sheet, rect(0, 0, depth * 0.44, long, 6, lighter(rim, 0.2)));
      };
      return (
        view.extrude(
          { ...plane, origin: [-width / 2, height, -depth] },
          [-away[0], -away[1], -away[2]],
          rect(0, 0, width, height, radius, edge),
        ) +
        key(150, 50) +
        key(220, 88) +
        view.place(plane, face)
      );
    };
    const skin = paint.linear(
      [
        [0, lighter(body, 0.3)],
        [0.4, body],
        [1, darker(body, 0.26)],
      ],
      62,
    );
    const sheen = paint.linear(
      [
        [0, '#fff', 0],
        [0.42, '#fff', 0],
        [0.5, '#fff', 0.16],
        [0.62, '#fff', 0.02],
        [1, '#fff', 0],
      ],
      24,
    );
    const backFace =
      rect(0, 0, width, height, radius, lighter(rim, 0.4)) +
      rect(3, 3, width - 6, height - 6, radius - 3, skin) +
      rect(3, 3, width - 6, height - 6, radius - 3, sheen) +
      backFinish(back, width, height, body) +
      cameraIsland(paint, cameras, width, body, rim);
    const border = 13;
    const inner = width - border * 2;
    const cutOut =
      notch === 'none'
        ? ''
        : notch === 'pill'
          ? rect(inner / 2 - 46, 22, 92, 27, 14, '#000')
          : circle(inner / 2, 37, 12, '#000');
    const frontFace =
      rect(0, 0, width, height, radius, lighter(rim, 0.45)) +
      rect(3, 3, width - 6, height - 6, radius - 3, '#07090f') +
      `<g transform="translate(${border} ${border})">${litScreen(paint, scene, inner, height - border * 2, accent, radius - border + 2)}${cutOut}${statusMarks(inner)}${clock(time, inner / 2, 170, 64)}${rect(inner / 2 - 50, 226, 100, 8, 4, '#fff', 'opacity=".75"')}${rect(inner / 2 - 62, height - border * 2 - 20, 124, 6, 3, '#fff', 'opacity=".85"')}</g>`;
    return (
      standingShadow(paint, 418, ground - 34, width * 0.52, 0.8) +
      solid(-26, 416, ground - 40, backFace, 0.3) +
      standingShadow(paint, 752, ground + 8, width * 0.54) +
      solid(24, 750, ground, frontFace, 0.6)
    );
  });
}
