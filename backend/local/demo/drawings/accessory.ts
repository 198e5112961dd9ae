import { facing, lookAt, lying, rightSide } from './axonometry.ts';
import { cable, plugEnd, wire } from './cable.ts';
import { darker, lighter } from './colour.ts';
import { type Backdrop, castShadow, studio } from './studio.ts';
import { circle, type Paint, placed, rect, repeat, ring, stroke } from './svg.ts';

type AccessoryOptions = {
  backdrop: Backdrop;
  body: string;
  accent: string;
  form: 'drive' | 'dock' | 'charger' | 'powerBank' | 'router' | 'storageTower' | 'cable' | 'card';
};
type Parts = { paint: Paint; body: string; accent: string };
type View = ReturnType<typeof lookAt>;

/** A rounded block on the paper: its swept outline and its lit top. */
function block(
  view: View,
  paint: Paint,
  body: string,
  [x, z, width, depth, height, radius]: readonly [number, number, number, number, number, number],
  top: string,
  from = 0,
) {
  const shape = (fill: string) => rect(0, 0, width, depth, radius, fill);
  const edge = paint.linear(
    [
      [0, darker(body, 0.4)],
      [0.42, darker(body, 0.05)],
      [0.6, darker(body, 0.2)],
      [1, darker(body, 0.5)],
    ],
    -15,
  );
  const lit = paint.linear(
    [
      [0, darker(body, 0.05)],
      [1, lighter(body, 0.35)],
    ],
    70,
  );
  return (
    (from === 0 ? castShadow(view.place(lying(x, 0, z), shape('#000000')), Math.min(70, 24 + height * 0.25)) : '') +
    view.extrude(lying(x, from, z), [0, height, 0], shape(edge)) +
    view.place(
      lying(x, from + height, z),
      shape(lighter(body, 0.5)) + rect(2, 2, width - 4, depth - 4, radius - 1, lit) + top,
    )
  );
}

function drive({ paint, body, accent }: Parts) {
  const view = lookAt(-28, 48, [600, 640]);
  const ribs = repeat(12, (index) => rect(56 + index * 34, 70, 12, 540, 6, darker(body, 0.22)));
  const [x, y] = view.locate([0, 40, -360]);
  const cord = wire(
    paint,
    `M${x} ${y}C${x + 60} ${y - 130} ${x + 240} ${y - 60} ${x + 210} ${y - 190}S${x - 60} ${y - 220} ${x - 30} -30`,
    accent,
    26,
  );
  return (
    cord +
    block(
      view,
      paint,
      body,
      [-250, -350, 500, 700, 76, 64],
      ribs + rect(56, 622, 90, 22, 11, accent) + circle(430, 634, 11, '#d7f5e4'),
    ) +
    view.place(facing(-40, 52, 350), rect(0, 0, 80, 26, 13, '#0d1018'))
  );
}

function dock({ paint, body, accent }: Parts) {
  const view = lookAt(22, 34, [600, 620]);
  const openings = [
    [60, 92, 34],
    [180, 92, 34],
    [300, 44, 34],
    [372, 44, 34],
    [450, 104, 62],
    [580, 104, 78],
  ] as const;
  return (
    block(
      view,
      paint,
      body,
      [-400, -190, 800, 380, 130, 60],
      ring(400, 190, 70, lighter(body, 0.5), 4) + rect(340, 330, 120, 8, 4, accent),
    ) +
    view.place(
      facing(-400, 130, 190),
      openings
        .map(
          ([x, width, height]) =>
            rect(x + 12, 66 - height / 2, width, height, height < 40 ? 17 : 8, lighter(body, 0.35)) +
            rect(x + 15, 69 - height / 2, width - 6, height - 6, height < 40 ? 14 : 6, '#0b0e15'),
        )
        .join('') +
        circle(736, 66, 17, '#0b0e15') +
        circle(736, 66, 25, 'none', `stroke="${lighter(body, 0.35)}" stroke-width="4"`),
    )
  );
}

function charger({ paint, body, accent }: Parts) {
  const view = lookAt(-32, 30, [560, 830]);
  const [x, y] = view.locate([0, 129, 170]);
  const front =
    repeat(
      3,
      (index) =>
        rect(110, 100 + index * 110, 120, 46, 23, darker(body, 0.3)) +
        rect(114, 104 + index * 110, 112, 38, 19, '#10131b'),
    ) + rect(146, 420, 48, 9, 4, accent);
  return (
    block(
      view,
      paint,
      body,
      [-170, -170, 340, 340, 470, 62],
      rect(96, 110, 44, 120, 10, darker(body, 0.2)) + rect(200, 110, 44, 120, 10, darker(body, 0.2)),
    ) +
    view.extrude(lying(-66, 470, -50), [0, 110, 0], rect(0, 0, 26, 96, 6, '#a9aeb8')) +
    view.extrude(lying(38, 470, -50), [0, 110, 0], rect(0, 0, 26, 96, 6, '#c4c8d0')) +
    view.place(facing(-170, 470, 170), front) +
    view.place(
      rightSide(170, 470, 170),
      repeat(7, (index) => rect(90 + index * 24, 150, 9, 180, 4, darker(body, 0.4))),
    ) +
    wire(
      paint,
      `M${x - 74} ${y + 60}C${x - 190} ${y + 160} ${x - 60} ${y + 270} ${x + 220} ${y + 220}S${x + 520} ${y + 110} ${x + 760} ${y + 170}`,
      accent,
      24,
    ) +
    placed(x - 34, y + 28, plugEnd(paint, darker(accent, 0.1)), -38, 0.8)
  );
}

function powerBank({ paint, body, accent }: Parts) {
  const view = lookAt(30, 46, [600, 650]);
  const top =
    ring(210, 250, 116, lighter(body, 0.55), 7) +
    circle(210, 250, 86, lighter(body, 0.2), 'opacity=".5"') +
    rect(206, 186, 8, 128, 4, lighter(body, 0.6)) +
    repeat(4, (index) => circle(156 + index * 36, 600, 10, index < 3 ? accent : darker(body, 0.4))) +
    stroke('M222 204l-30 54h36l-30 54', accent, 12);
  return (
    block(view, paint, body, [-210, -360, 420, 720, 92, 74], top) +
    view.place(
      facing(-210, 92, 360),
      rect(90, 30, 92, 34, 17, '#0b0e15') + rect(240, 24, 92, 46, 8, '#0b0e15') + rect(250, 44, 72, 12, 2, '#e9e9ec'),
    )
  );
}

function router({ paint, body, accent }: Parts) {
  const view = lookAt(-20, 26, [600, 840]);
  const mast = (x: number, lean: number) => {
    const [left, top] = view.locate([x, 100, -150]);
    return placed(
      left,
      top,
      rect(
        -20,
        -470,
        40,
        490,
        18,
        paint.linear(
          [
            [0, lighter(body, 0.2)],
            [0.5, darker(body, 0.2)],
            [1, darker(body, 0.55)],
          ],
          0,
        ),
      ) + rect(-20, -70, 40, 12, 4, accent),
      lean,
    );
  };
  const vents = repeat(16, (index) => rect(120 + index * 34, 60, 14, 180, 7, darker(body, 0.4)));
  return (
    mast(-330, -9) +
    mast(-110, -3) +
    mast(110, 3) +
    mast(330, 9) +
    block(view, paint, body, [-390, -180, 780, 360, 100, 50], vents + rect(330, 290, 120, 10, 5, accent)) +
    view.place(
      facing(-390, 100, 180),
      repeat(6, (index) => circle(90 + index * 44, 52, 9, index === 4 ? '#ffb347' : accent)),
    )
  );
}

function storageTower({ paint, body, accent }: Parts) {
  const view = lookAt(-30, 24, [590, 900]);
  const bays = repeat(
    4,
    (index) =>
      rect(34, 60 + index * 116, 372, 100, 14, darker(body, 0.55)) +
      rect(37, 62 + index * 116, 366, 93, 12, darker(body, 0.24)) +
      rect(60, 102 + index * 116, 150, 14, 7, darker(body, 0.6)) +
      circle(360, 108 + index * 116, 9, index === 2 ? '#ffb347' : accent) +
      circle(330, 108 + index * 116, 9, darker(body, 0.55)),
  );
  return (
    block(
      view,
      paint,
      body,
      [-220, -200, 440, 400, 620, 34],
      repeat(8, (index) => rect(70 + index * 40, 80, 18, 220, 9, darker(body, 0.35))),
    ) + view.place(facing(-220, 620, 200), bays + ring(380, 572, 15, accent, 5) + rect(50, 558, 70, 28, 8, '#0b0e15'))
  );
}

function card({ paint, body, accent }: Parts) {
  const one = (x: number, y: number, turn: number, colour: string) => {
    const outline = (fill: string) =>
      `<path d="M-190 -260Q-190 -290 -160 -290H90L190 -190V260Q190 290 160 290H-160Q-190 290 -190 260z" fill="${fill}"/>`;
    const skin = paint.linear(
      [
        [0, lighter(colour, 0.35)],
        [1, darker(colour, 0.3)],
      ],
      60,
    );
    return placed(
      x,
      y,
      castShadow(outline('#000000'), 28) +
        `<g transform="translate(4 9)">${outline(darker(colour, 0.5))}</g>` +
        outline(skin) +
        repeat(6, (index) => rect(-150 + index * 42, -262, 26, 92, 8, '#d9b768')) +
        rect(-150, -120, 300, 300, 20, lighter(colour, 0.82)) +
        rect(-120, -86, 150, 34, 10, accent) +
        repeat(3, (index) => rect(-120, -20 + index * 40, 220 - index * 50, 15, 7, '#9aa1ad')) +
        rect(-120, 120, 90, 26, 8, '#2c313d') +
        rect(-204, -120, 20, 70, 6, lighter(colour, 0.5)),
      turn,
      1.15,
    );
  };
  return one(690, 520, 14, darker(body, 0.25)) + one(500, 690, -10, body);
}

const forms = { drive, dock, charger, powerBank, router, storageTower, cable, card };

/** What stands between the other things: storage, power and connections. */
export function accessory({ backdrop, form, ...rest }: AccessoryOptions) {
  return studio(backdrop, (paint) => forms[form]({ paint, ...rest }));
}
