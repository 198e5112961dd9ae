import { m } from '#messages';

export type Sample = { linesDone: number; at: number };

/** Milliseconds before the first estimate, which would otherwise jump. */
const FIRST_ESTIMATE = 3000;

/** "About 2 minutes left", from the speed since the first sample; '' while it is unknown. Times are in milliseconds. */
export function timeLeft(first: Sample, now: Sample, lineCount: number): string {
  const [lines, time] = [now.linesDone - first.linesDone, now.at - first.at];
  if (lines <= 0 || time < FIRST_ESTIMATE) return '';
  const minutes = ((lineCount - now.linesDone) / lines) * (time / 60_000);
  if (minutes < 1) return m.importing.underMinute();
  return m.importing.minutesLeft({ count: Math.round(minutes) });
}
