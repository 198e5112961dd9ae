/** The few SVG elements that every drawing is made of, and the gradients and clips they are painted with. */

type Stop = readonly [offset: number, colour: string, opacity?: number];

const round = (value: number) => Math.round(value * 100) / 100;

/** A rectangle with rounded corners; `more` is further attributes as they stand in SVG. */
export function rect(x: number, y: number, width: number, height: number, radius: number, fill: string, more = '') {
  const r = Math.max(0, Math.min(radius, width / 2, height / 2));
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${round(r)}" fill="${fill}" ${more}/>`;
}

export function circle(x: number, y: number, radius: number, fill: string, more = '') {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}" ${more}/>`;
}

export function ellipse(x: number, y: number, radiusX: number, radiusY: number, fill: string, more = '') {
  return `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(radiusX)}" ry="${round(radiusY)}" fill="${fill}" ${more}/>`;
}

export function path(d: string, fill: string, more = '') {
  return `<path d="${d}" fill="${fill}" ${more}/>`;
}

/** An open line with round ends and joins. */
export function stroke(d: string, colour: string, width: number, more = '') {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${round(width)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
}

/** A circle that is only an outline. */
export function ring(x: number, y: number, radius: number, colour: string, width: number, more = '') {
  return circle(x, y, radius, 'none', `stroke="${colour}" stroke-width="${round(width)}" ${more}`);
}

/** Content moved, turned (degrees, clockwise) and scaled about its own origin. */
export function placed(x: number, y: number, content: string, turn = 0, scale = 1) {
  return `<g transform="translate(${round(x)} ${round(y)}) rotate(${round(turn)}) scale(${scale})">${content}</g>`;
}

/** The content `count` times, each made from its number, from 0. */
export function repeat(count: number, draw: (index: number) => string) {
  return Array.from({ length: count }, (_, index) => draw(index)).join('');
}

/** Collects the definitions of one picture; every id is unique within it. */
export function createPaint() {
  const definitions: string[] = [];
  const define = (make: (id: string) => string) => {
    const id = `d${definitions.length}`;
    definitions.push(make(id));
    return `url(#${id})`;
  };
  const marks = (stops: readonly Stop[]) =>
    stops
      .map(
        ([offset, colour, opacity = 1]) =>
          `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
      )
      .join('');

  return {
    /** A gradient along a direction in degrees: 0 runs left to right, 90 top to bottom of the shape it fills. */
    linear(stops: readonly Stop[], degrees = 90) {
      const radians = (degrees * Math.PI) / 180;
      const [x, y] = [Math.cos(radians) / 2, Math.sin(radians) / 2];
      return define(
        (id) =>
          `<linearGradient id="${id}" x1="${round(0.5 - x)}" y1="${round(0.5 - y)}" x2="${round(0.5 + x)}" y2="${round(0.5 + y)}">${marks(stops)}</linearGradient>`,
      );
    },
    /** A gradient from a centre outwards; centre and radius are parts (0 to 1) of the shape it fills. */
    radial(stops: readonly Stop[], x = 0.5, y = 0.5, radius = 0.5) {
      return define(
        (id) => `<radialGradient id="${id}" cx="${x}" cy="${y}" r="${radius}">${marks(stops)}</radialGradient>`,
      );
    },
    /** Shows the content only inside the shape. */
    clipped(shape: string, content: string) {
      const clip = define((id) => `<clipPath id="${id}">${shape}</clipPath>`);
      return `<g clip-path="${clip}">${content}</g>`;
    },
    /**
     * Blurs the content by a standard deviation in canvas units. A blur costs by the area it covers, so `margin`, the
     * part of the content's own size that it may spread beyond it, is as small as the deviation allows.
     */
    blurred(content: string, deviation: number, margin = 0.3) {
      const percent = (part: number) => `${Math.round(part * 100)}%`;
      const filter = define(
        (id) =>
          `<filter id="${id}" color-interpolation-filters="sRGB" x="${percent(-margin)}" y="${percent(-margin)}" width="${percent(1 + margin * 2)}" height="${percent(1 + margin * 2)}"><feGaussianBlur stdDeviation="${deviation}"/></filter>`,
      );
      return `<g filter="${filter}">${content}</g>`;
    },
    definitions: () => definitions.join(''),
  };
}

export type Paint = ReturnType<typeof createPaint>;
