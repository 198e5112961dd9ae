import { darker, lighter } from './colour.ts';
import { litScreen, type Scene } from './screens.ts';
import { type Backdrop, standingShadow, studio } from './studio.ts';
import { circle, ellipse, path, rect, repeat } from './svg.ts';

type MonitorOptions = {
  backdrop: Backdrop;
  body: string;
  scene: Scene;
  accent: string;
  width: number;
  height: number;
  stand: 'foot' | 'tripod' | 'block' | 'arm';
  /** How far the screen's edges bend, in canvas units. */
  curve?: number;
  border?: number;
  lamp?: boolean;
};

/** A monitor from the front, on its stand. */
export function monitor({
  backdrop,
  body,
  scene,
  accent,
  width,
  height,
  stand,
  curve = 0,
  border = 14,
  lamp = false,
}: MonitorOptions) {
  return studio(backdrop, (paint) => {
    const ground = 985;
    const bottom = stand === 'block' ? ground - 120 : ground - (height > 600 ? 96 : 190);
    const [left, top] = [600 - width / 2, bottom - height];
    const metal = paint.linear(
      [
        [0, darker(body, 0.3)],
        [0.35, lighter(body, 0.4)],
        [0.65, body],
        [1, darker(body, 0.35)],
      ],
      0,
    );
    const foot = paint.linear([
      [0, lighter(body, 0.4)],
      [1, darker(body, 0.3)],
    ]);
    const stands = {
      foot:
        rect(544, bottom - 60, 112, ground - bottom + 50, 8, metal) +
        rect(544, bottom, 112, 26, 0, '#000000', 'opacity=".28"') +
        ellipse(600, ground - 2, 190, 24, darker(body, 0.5)) +
        ellipse(600, ground - 8, 190, 23, foot),
      tripod:
        path(`M588 ${bottom - 20}h24v${ground - bottom - 30}h-24z`, metal) +
        path(`M600 ${ground - 66}L372 ${ground - 4}h32L600 ${ground - 44}L796 ${ground - 4}h32z`, foot) +
        rect(574, ground - 78, 52, 42, 14, darker(body, 0.2)),
      block:
        rect(400, bottom - 12, 400, ground - bottom + 12, 26, metal) +
        rect(424, bottom + 40, 352, 5, 2, darker(body, 0.4)) +
        repeat(14, (index) => circle(450 + index * 23, bottom + 78, 5, darker(body, 0.6))),
      arm:
        path(`M578 ${bottom - 30}h44l16 ${ground - bottom + 10}h-76z`, metal) +
        rect(578, bottom, 44, 24, 0, '#000000', 'opacity=".28"') +
        rect(436, ground - 26, 328, 26, 12, darker(body, 0.4)) +
        rect(436, ground - 30, 328, 24, 12, foot) +
        circle(600, ground - 92, 15, backHole(body)),
    };
    const bent = (inset: number) => {
      const [x, y, w, h] = [left + inset, top + inset, width - inset * 2, height - inset * 2];
      return `M${x + 12} ${y}Q${600} ${y + curve} ${x + w - 12} ${y}Q${x + w} ${y} ${x + w} ${y + 12}V${y + h - 12}Q${x + w} ${y + h} ${x + w - 12} ${y + h}Q600 ${y + h + curve} ${x + 12} ${y + h}Q${x} ${y + h} ${x} ${y + h - 12}V${y + 12}Q${x} ${y} ${x + 12} ${y}z`;
    };
    const picture = `<g transform="translate(${left + border} ${top + border})">${litScreen(paint, scene, width - border * 2, height - border * 2 + curve, accent, 0)}</g>`;
    const bulge = paint.linear(
      [
        [0, '#000', 0.38],
        [0.3, '#000', 0],
        [0.5, '#fff', 0.08],
        [0.7, '#000', 0],
        [1, '#000', 0.38],
      ],
      0,
    );
    const light = lamp
      ? rect(430, top - 24, 340, 24, 12, darker(body, 0.35)) +
        rect(430, top - 24, 340, 11, 6, lighter(body, 0.3)) +
        rect(574, top - 12, 52, 34, 8, darker(body, 0.2)) +
        circle(600, top + 4, 8, '#1c2740')
      : '';
    return (
      standingShadow(paint, 600, ground, stand === 'tripod' ? 250 : 210) +
      stands[stand] +
      path(bent(0), darker(body, 0.55)) +
      `<g transform="translate(0 -3)">${path(bent(1.5), lighter(body, 0.2))}</g>` +
      path(bent(4), '#0a0c12') +
      paint.clipped(path(bent(border), '#000'), picture + (curve ? path(bent(border), bulge) : '')) +
      light
    );
  });
}

const backHole = (body: string) => darker(body, 0.6);
