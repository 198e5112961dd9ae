/** The end of a chart's axis: the smallest of 1, 2, 5, 10, 20, 50, … that covers the highest value. */
export function axisEnd(highest: number): number {
  if (highest <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  return [1, 2, 5, 10].map((step) => step * power).find((end) => end >= highest) ?? 10 * power;
}

/** "Nov 21" for 2026-11-21. */
export function shortDay(day: string): string {
  return new Date(day).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
}
