import { darker, lighter } from './colour.ts';
import { type Backdrop, castShadow, studio } from './studio.ts';
import { circle, ellipse, path, placed, rect, repeat, stroke } from './svg.ts';

type MouseOptions = {
  backdrop: Backdrop;
  body: string;
  sides: string;
  accent: string;
  form: 'even' | 'sculpted' | 'ball';
  turn?: number;
  cable?: string;
};

const outlines = {
  even: 'M0 -330C120 -330 172 -270 178 -160C184 -60 164 30 174 140C184 262 110 340 0 340S-184 262 -174 140C-164 30 -184 -60 -178 -160C-172 -270 -120 -330 0 -330z',
  sculpted:
    'M20 -330C150 -330 196 -250 202 -140C208 -20 190 40 196 150C202 270 120 340 14 340S-186 290 -206 180C-222 90 -158 30 -172 -90C-186 -230 -110 -330 20 -330z',
  ball: 'M40 -320C170 -320 226 -240 226 -130C226 0 190 60 190 170C190 280 110 340 0 340S-240 270 -256 120C-270 -20 -240 -150 -180 -220C-130 -290 -60 -320 40 -320z',
};

/** A mouse or trackball, seen from above. */
export function mouse({ backdrop, body, sides, accent, form, turn = 18, cable }: MouseOptions) {
  return studio(backdrop, (paint) => {
    const outline = outlines[form];
    const shell = paint.linear(
      [
        [0, lighter(body, 0.42)],
        [0.5, body],
        [1, darker(body, 0.3)],
      ],
      55,
    );
    const gloss = paint.radial(
      [
        [0, '#fff', 0.5],
        [1, '#fff', 0],
      ],
      0.5,
      0.5,
      0.5,
    );
    const core =
      path(outline, darker(sides, 0.4)) +
      `<g transform="translate(-3 -8)">${path(outline, sides)}</g>` +
      `<g transform="translate(${form === 'even' ? 0 : 12} -14) scale(${form === 'even' ? 0.9 : 0.88} .95)">${path(outline, shell)}</g>`;
    const line = darker(body, 0.5);
    const wheel =
      rect(-21, -262, 42, 128, 21, darker(body, 0.62)) +
      rect(-14, -250, 28, 104, 14, accent) +
      repeat(9, (index) => rect(-14, -242 + index * 11, 28, 4, 2, darker(accent, 0.4)));
    const buttons =
      stroke('M0 -330V-262M0 -134V-30', line, 4) +
      (form === 'sculpted'
        ? stroke('M-150 -36C-60 0 90 0 176 -36', line, 4)
        : stroke('M-158 -30C-70 2 70 2 158 -30', line, 4));
    const thumb =
      form === 'sculpted'
        ? rect(-190, -60, 30, 86, 15, darker(sides, 0.4), 'transform="rotate(-4)"') +
          rect(-196, 40, 30, 86, 15, darker(sides, 0.4), 'transform="rotate(4)"')
        : '';
    const ball =
      form === 'ball'
        ? circle(-128, 24, 118, darker(sides, 0.6)) +
          circle(
            -128,
            22,
            104,
            paint.radial(
              [
                [0, lighter(accent, 0.75)],
                [0.35, accent],
                [1, darker(accent, 0.65)],
              ],
              0.36,
              0.3,
              0.75,
            ),
          )
        : '';
    const cord = cable
      ? stroke('M0 -326C0 -470 -110 -500 -60 -640S40 -760 20 -900', darker(cable, 0.4), 20) +
        stroke('M0 -326C0 -470 -110 -500 -60 -640S40 -760 20 -900', cable, 13)
      : '';
    const shifted =
      form === 'ball'
        ? `<g transform="translate(70 0)">${wheel}${stroke('M0 -316V-262M0 -134V-60', line, 4)}</g>`
        : wheel + buttons;
    const light = rect(-26, 250, 52, 8, 4, accent);
    return placed(
      590,
      610,
      cord +
        castShadow(path(outline, '#000000'), 62) +
        core +
        ellipse(-50, -150, 90, 150, gloss, 'opacity=".6"') +
        shifted +
        thumb +
        ball +
        light,
      turn,
      1.08,
    );
  });
}
