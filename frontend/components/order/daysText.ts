import { counted, formatNumber } from '#contract/numbers.ts';
import { nouns } from '../../texts/nouns.ts';

/** How long a shipping method takes, in days: "Today", "2 days", "2–4 days". */
export function daysText(minDays: number, maxDays: number): string {
  if (maxDays === 0) return 'Today';
  const days = counted(maxDays, nouns.day);
  return minDays === maxDays ? days : `${formatNumber(minDays)}–${days}`;
}
