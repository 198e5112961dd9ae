import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';

/** The end of a chart's axis: the smallest of 1, 2, 5, 10, 20, 50, … that covers the highest value. */
export function axisEnd(highest: number): number {
  if (highest <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  return [1, 2, 5, 10].map((step) => step * power).find((end) => end >= highest) ?? 10 * power;
}

/** "8.3%": a part of a whole that is not zero. */
export function formatShare(part: number, whole: number): string {
  return m.statistics.percent({ number: formatNumber((100 * part) / whole, 1) });
}
