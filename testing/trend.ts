export type Point = { x: number; y: number };

/** The slope of the line that fits the points best (least squares): y per x. 0 if they have less than two different x. */
export function slopeOf(points: readonly Point[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))];
  let products = 0;
  let squares = 0;
  for (const { x, y } of points) {
    products += (x - meanX) * (y - meanY);
    squares += (x - meanX) ** 2;
  }
  return squares === 0 ? 0 : products / squares;
}

/** How much that line grows from the first point to the last. The points are in the order of their x. */
export function growthOf(points: readonly Point[]): number {
  return slopeOf(points) * ((points.at(-1)?.x ?? 0) - (points[0]?.x ?? 0));
}
