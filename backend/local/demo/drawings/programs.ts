import { darker, lighter, mix } from './colour.ts';
import { writing } from './glyphs.ts';
import { circle, path, rect, repeat, ring, stroke } from './svg.ts';

import { type Sheet, sky } from './wallpapers.ts';

export function code(sheet: Sheet) {
  const { width: w, height: h, accent } = sheet;
  const colours = ['#7fd1c7', '#e8e6f2', '#f2b880', accent, '#8fa5ff', '#e8e6f2'];
  const rows = [
    [0, 3, 5],
    [1, 4, 2],
    [2, 6, 3, 2],
    [2, 3, 4],
    [3, 5, 2],
    [2, 2],
    [1, 6, 3],
    [1, 3, 2, 4],
    [2, 5],
    [2, 4, 4],
    [1, 2],
    [0, 2],
    [0, 4, 3, 3],
    [1, 5, 2],
  ];
  const unit = w * 0.042;
  const step = (h * 0.84) / rows.length;
  const body = rows.map(([indent = 0, ...words], row) => {
    let x = w * 0.27 + indent * unit * 0.9;
    return words
      .map((word, index) => {
        const at = x;
        x += word * unit + unit * 0.7;
        return rect(
          at,
          h * 0.12 + row * step,
          word * unit,
          step * 0.42,
          step,
          colours[(row * 2 + index * 3) % colours.length] ?? accent,
          'opacity=".9"',
        );
      })
      .join('');
  });
  return (
    rect(0, 0, w, h, 0, '#181b2a') +
    rect(0, 0, w * 0.2, h, 0, '#11131f') +
    repeat(9, (row) =>
      rect(
        w * 0.03 + (row % 3) * w * 0.015,
        h * 0.12 + row * h * 0.065,
        w * (0.08 + (row % 4) * 0.014),
        h * 0.018,
        9,
        row === 3 ? accent : '#4b5170',
      ),
    ) +
    rect(w * 0.2, 0, w * 0.8, h * 0.07, 0, '#1f2336') +
    rect(w * 0.22, h * 0.02, w * 0.13, h * 0.05, 6, '#2d3350') +
    body.join('')
  );
}

export function charts(sheet: Sheet) {
  const { width: w, height: h, accent, paint } = sheet;
  const card = (x: number, y: number, cardWidth: number, cardHeight: number) =>
    rect(w * x, h * y, w * cardWidth, h * cardHeight, w * 0.012, '#ffffff');
  const bars = [0.4, 0.62, 0.5, 0.8, 0.68, 0.95, 0.74];
  const area = `M${w * 0.19} ${h * 0.5}C${w * 0.27} ${h * 0.3} ${w * 0.32} ${h * 0.52} ${w * 0.4} ${h * 0.36}S${w * 0.52} ${h * 0.38} ${w * 0.6} ${h * 0.24}`;
  const wash = paint.linear([
    [0, accent, 0.45],
    [1, accent, 0],
  ]);
  return (
    rect(0, 0, w, h, 0, '#eef1f6') +
    rect(0, 0, w * 0.13, h, 0, mix(accent, '#141a30', 0.8)) +
    repeat(6, (row) =>
      rect(
        w * 0.03,
        h * (0.1 + row * 0.1),
        w * 0.07,
        h * 0.028,
        9,
        row === 1 ? '#ffffff' : '#ffffff',
        `opacity="${row === 1 ? 1 : 0.35}"`,
      ),
    ) +
    card(0.16, 0.08, 0.48, 0.5) +
    path(`${area}V${h * 0.54}H${w * 0.19}z`, wash) +
    stroke(area, accent, w * 0.006) +
    card(0.67, 0.08, 0.29, 0.5) +
    ring(w * 0.815, h * 0.33, h * 0.14, '#dfe4ee', h * 0.06) +
    stroke(`M${w * 0.815} ${h * 0.19}a${h * 0.14} ${h * 0.14} 0 1 1 ${-h * 0.133} ${h * 0.183}`, accent, h * 0.06) +
    card(0.16, 0.63, 0.8, 0.3) +
    bars
      .map((bar, index) =>
        rect(
          w * (0.2 + index * 0.062),
          h * (0.9 - bar * 0.23),
          w * 0.036,
          h * bar * 0.23,
          5,
          index === 5 ? accent : lighter(accent, 0.55),
        ),
      )
      .join('') +
    writing(w * 0.68, h * 0.7, w * 0.24, 5, h * 0.045, '#c9d0dd')
  );
}

export function mixer(sheet: Sheet) {
  const { width: w, height: h, accent } = sheet;
  const colours = [accent, '#f2b45c', '#74c7b8', '#e77f8c', '#8d9bf5'];
  const lane = (row: number) => {
    const colour = colours[row % colours.length] ?? accent;
    const y = h * (0.14 + row * 0.105);
    const clip = (x: number, length: number) =>
      rect(w * x, y, w * length, h * 0.085, 6, colour) +
      repeat(Math.floor(length * 60), (bar) => {
        const size = h * (0.012 + 0.05 * Math.abs(Math.sin(bar * 1.7 + row * 2.3) * Math.cos(bar * 0.6)));
        return rect(
          w * x + w * 0.008 + bar * w * 0.0162,
          y + h * 0.043 - size / 2,
          w * 0.006,
          size,
          3,
          darker(colour, 0.55),
        );
      });
    return clip(0.18 + (row % 3) * 0.06, 0.28 + (row % 2) * 0.08) + clip(0.62 + (row % 2) * 0.06, 0.3);
  };
  return (
    rect(0, 0, w, h, 0, '#23252e') +
    rect(0, 0, w, h * 0.1, 0, '#30333f') +
    repeat(3, (index) => circle(w * (0.44 + index * 0.06), h * 0.05, h * 0.024, index === 1 ? accent : '#5b6070')) +
    rect(0, h * 0.1, w * 0.15, h, 0, '#2a2d38') +
    repeat(8, (row) => rect(w * 0.02, h * (0.165 + row * 0.105), w * 0.08, h * 0.022, 6, '#636979')) +
    repeat(8, lane) +
    rect(w * 0.52, h * 0.1, w * 0.004, h * 0.9, 0, '#ffffff')
  );
}

export function paper(sheet: Sheet) {
  const { width: w, height: h, accent } = sheet;
  return (
    rect(0, 0, w, h, 0, mix(accent, '#dfe4ea', 0.82)) +
    rect(w * 0.14, h * 0.09, w * 0.72, h, w * 0.012, '#fffefb') +
    rect(w * 0.22, h * 0.17, w * 0.34, h * 0.05, 4, '#262b38') +
    writing(w * 0.22, h * 0.3, w * 0.55, 5, h * 0.045, '#aeb5c0') +
    rect(w * 0.22, h * 0.54, w * 0.26, h * 0.26, 6, lighter(accent, 0.35)) +
    path(
      `M${w * 0.22} ${h * 0.8}l${w * 0.09} ${-h * 0.15} ${w * 0.06} ${h * 0.08} ${w * 0.05} ${-h * 0.05} ${w * 0.06} ${h * 0.12}z`,
      darker(accent, 0.2),
    ) +
    writing(w * 0.52, h * 0.57, w * 0.25, 6, h * 0.045, '#aeb5c0')
  );
}

export function game(sheet: Sheet) {
  const { width: w, height: h, accent } = sheet;
  const unit = h / 9;
  const hills = repeat(5, (index) =>
    circle(
      w * (0.1 + index * 0.23),
      h * 0.86,
      h * (0.22 + (index % 3) * 0.07),
      mix(accent, '#27506b', 0.3 + (index % 2) * 0.25),
    ),
  );
  const block = (x: number, y: number, colour: string) =>
    rect(w * x, h * y, unit, unit, unit * 0.14, colour) +
    rect(w * x + unit * 0.14, h * y + unit * 0.14, unit * 0.72, unit * 0.2, 3, '#ffffff', 'opacity=".35"');
  return (
    sky(sheet, mix(accent, '#3d2c6e', 0.7), mix(accent, '#ffd9a8', 0.7)) +
    circle(w * 0.72, h * 0.3, h * 0.13, '#fff0c9') +
    hills +
    rect(0, h * 0.82, w, h * 0.18, 0, mix(accent, '#182239', 0.75)) +
    repeat(4, (index) => block(0.26 + index * 0.066, 0.46, index === 2 ? '#ffd257' : '#e98154')) +
    block(0.64, 0.71, '#4fb39b') +
    block(0.72, 0.6, '#4fb39b') +
    circle(w * 0.44, h * 0.745, unit * 0.62, '#fff7ea') +
    circle(w * 0.455, h * 0.72, unit * 0.13, '#222838')
  );
}
