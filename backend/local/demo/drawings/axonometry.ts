export type Vector = readonly [x: number, y: number, z: number];

/** A sheet in space on which one draws flat: `across` and `down` are the directions of its x and y axes. */
export type Plane = { origin: Vector; across: Vector; down: Vector };

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** A point `by` away from another. */
export const moved = (from: Vector, by: Vector): Vector => [from[0] + by[0], from[1] + by[1], from[2] + by[2]];

/** A sheet that lies flat at a height, seen from above; x runs right, y towards the viewer. */
export const lying = (x: number, height: number, z: number): Plane => ({
  origin: [x, height, z],
  across: [1, 0, 0],
  down: [0, 0, 1],
});

/** A sheet that stands and faces the viewer; (x, height, z) is its upper left corner. */
export const facing = (x: number, height: number, z: number): Plane => ({
  origin: [x, height, z],
  across: [1, 0, 0],
  down: [0, -1, 0],
});

/** A sheet that stands and faces the right; its x axis runs away from the viewer. */
export const rightSide = (x: number, height: number, z: number): Plane => ({
  origin: [x, height, z],
  across: [0, 0, -1],
  down: [0, -1, 0],
});

/** A sheet that stands and faces the left; its x axis runs towards the viewer. */
export const leftSide = (x: number, height: number, z: number): Plane => ({
  origin: [x, height, z],
  across: [0, 0, 1],
  down: [0, -1, 0],
});

/**
 * Looks at a scene in parallel projection: x runs right, y up, z towards the viewer. Without a vanishing point a flat
 * drawing lands on any plane by one affine matrix, so round corners and gradients stay exact.
 * @param turn degrees that the scene is turned about its upright axis; above 0 shows left sides, below 0 right sides
 * @param above degrees that the viewer looks down from: 0 is eye level, 90 straight from above
 * @param centre where the scene's origin lands on the canvas
 */
export function lookAt(turn: number, above: number, centre: readonly [number, number]) {
  const [sinTurn, cosTurn] = [Math.sin(radians(turn)), Math.cos(radians(turn))];
  const [sinAbove, cosAbove] = [Math.sin(radians(above)), Math.cos(radians(above))];
  const flatten = ([x, y, z]: Vector) =>
    [x * cosTurn + z * sinTurn, -y * cosAbove + (z * cosTurn - x * sinTurn) * sinAbove] as const;

  function place({ origin, across, down }: Plane, content: string) {
    const [[a, b], [c, d], [e, f]] = [flatten(across), flatten(down), flatten(origin)];
    const numbers = [a, b, c, d, e + centre[0], f + centre[1]].map((value) => value.toFixed(3));
    return `<g transform="matrix(${numbers.join(' ')})">${content}</g>`;
  }

  /** The shape as a solid: its outline swept along a vector, in layers about a pixel apart, so `shape` is one colour. */
  function extrude(plane: Plane, along: Vector, shape: string) {
    const layers = Math.max(1, Math.ceil(Math.hypot(...flatten(along)) / 1.2));
    return Array.from({ length: layers + 1 }, (_, layer) => {
      const part = layer / layers;
      return place(
        { ...plane, origin: moved(plane.origin, [along[0] * part, along[1] * part, along[2] * part]) },
        shape,
      );
    }).join('');
  }

  /** Where a point lands on the canvas. */
  const locate = (point: Vector) => {
    const [x, y] = flatten(point);
    return [x + centre[0], y + centre[1]] as const;
  };

  return { place, extrude, locate };
}

export type View = ReturnType<typeof lookAt>;
